import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Chip } from './chip.tsx'
import { classNames } from './class-names.ts'
import { CONTROL_CLASS, Field } from './field.tsx'
import { addTags, matchSuggestions, TAG_LENGTH_MAX } from './tag-input-rules.ts'

const SUGGESTIONS_SHOWN = 6

export interface TagInputProps {
  label: string
  values: string[]
  onChange(values: string[]): void
  max: number
  placeholder?: string
  hint?: string
  suggestions?: readonly string[]
}

/**
 * A list of short texts. Enter, a comma or blur adds one; Backspace in an empty input removes the last.
 */
export function TagInput({
  label,
  values,
  onChange,
  max,
  placeholder,
  hint,
  suggestions = [],
}: TagInputProps) {
  const id = useId()
  const { input, draft, note, matches, activeIndex, type, add, remove, handleKeyDown } =
    useTagDraft({ values, onChange, max, suggestions })
  return (
    <Field id={id} label={label} hint={hint} error={note ?? undefined}>
      <div className="relative">
        <div
          className={classNames(
            CONTROL_CLASS,
            'flex min-h-10 flex-wrap items-center gap-1 p-1 pointer-coarse:min-h-11',
          )}
        >
          {values.map((value) => (
            <Chip key={value} label={value} onRemove={() => remove(value)} />
          ))}
          <input
            ref={input}
            id={id}
            role="combobox"
            aria-expanded={matches.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={activeIndex >= 0 ? `${id}-option-${activeIndex}` : undefined}
            aria-describedby={note ? `${id}-error` : hint ? `${id}-hint` : undefined}
            value={draft}
            maxLength={TAG_LENGTH_MAX}
            placeholder={values.length === 0 ? placeholder : undefined}
            autoComplete="off"
            enterKeyHint="done"
            onChange={(event) => type(event.target.value)}
            onKeyDown={handleKeyDown}
            onBlur={() => add(draft)}
            className="h-7 min-w-16 flex-1 bg-transparent px-2 outline-none"
          />
        </div>
        <Suggestions id={id} label={label} {...{ matches, activeIndex }} onChoose={add} />
      </div>
    </Field>
  )
}

/** The text that is not a tag yet, and the suggestions that match it. */
function useTagDraft({
  values,
  onChange,
  max,
  suggestions,
}: Pick<TagInputProps, 'values' | 'onChange' | 'max'> & { suggestions: readonly string[] }) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState('')
  const [note, setNote] = useState<string | null>(null)
  const [activeIndex, setActiveIndex] = useState(-1)
  const matches = matchSuggestions(suggestions, values, draft, SUGGESTIONS_SHOWN)

  function type(text: string) {
    setDraft(text)
    setNote(null)
    setActiveIndex(-1)
  }

  function add(typed: string) {
    const result = addTags(values, typed, max)
    if (result.values.length !== values.length) onChange(result.values)
    setDraft(result.draft)
    setNote(result.note)
    setActiveIndex(-1)
  }

  function remove(tag: string) {
    onChange(values.filter((value) => value !== tag))
    setNote(null)
    input.current?.focus()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter also ends an IME composition (Japanese, accents): that one is not ours.
    if (event.nativeEvent.isComposing) return
    const last = values.at(-1)
    if (event.key === 'Enter' || event.key === ',') {
      if (event.key === 'Enter' && draft.trim() === '') return
      event.preventDefault()
      add(matches[activeIndex] ?? draft)
    } else if (event.key === 'Backspace' && draft === '' && last !== undefined) {
      remove(last)
    } else if (event.key === 'ArrowDown' && matches.length > 0) {
      event.preventDefault()
      setActiveIndex((activeIndex + 1) % matches.length)
    } else if (event.key === 'ArrowUp' && matches.length > 0) {
      event.preventDefault()
      setActiveIndex((activeIndex <= 0 ? matches.length : activeIndex) - 1)
    } else if (event.key === 'Escape' && activeIndex >= 0) {
      event.stopPropagation()
      setActiveIndex(-1)
    }
  }

  return { input, draft, note, matches, activeIndex, type, add, remove, handleKeyDown }
}

function Suggestions({
  id,
  label,
  matches,
  activeIndex,
  onChoose,
}: {
  /** The input's; those of the list and its options begin with it. */
  id: string
  label: string
  matches: readonly string[]
  activeIndex: number
  onChoose(tag: string): void
}) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={`Suggestions for ${label}`}
      hidden={matches.length === 0}
      className="absolute inset-x-0 top-full z-30 mt-1 rounded-sm border border-line bg-surface p-1 shadow-floating"
    >
      {matches.map((match, index) => (
        <div
          key={match}
          id={`${id}-option-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          // On pointer down, before the input's blur would add the half-typed text.
          onPointerDown={(event) => {
            event.preventDefault()
            onChoose(match)
          }}
          className="flex h-8 cursor-default items-center rounded-[4px] px-2 hover:bg-wash aria-selected:bg-wash pointer-coarse:h-11"
        >
          {match}
        </div>
      ))}
    </div>
  )
}
