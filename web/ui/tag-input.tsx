import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { Chip } from './chip.tsx'
import { classNames } from './class-names.ts'
import { CONTROL_CLASS, describedBy, Field } from './field.tsx'
import { addTags, TAG_LENGTH_MAX } from './tag-input-rules.ts'

export interface TagInputProps {
  label: string
  values: string[]
  onChange(values: string[]): void
  /** The text that is no tag yet. */
  draft: string
  onDraftChange(draft: string): void
  max: number
  placeholder?: string
  /** More of the input: what makes it a combobox. A key whose default it prevents is its own. */
  input?: ComponentProps<'input'> | undefined
}

/**
 * A list of short texts. Enter, a comma or blur adds one; Backspace in an empty input removes the last.
 */
export function TagInput({
  label,
  values,
  onChange,
  draft,
  onDraftChange,
  max,
  placeholder,
  input: more,
}: TagInputProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState<string | null>(null)

  function add(typed: string) {
    const result = addTags(values, typed, max)
    if (result.values.length !== values.length) onChange(result.values)
    onDraftChange(result.draft)
    setNote(result.note)
  }

  function type(text: string) {
    // By the text and not by the key, which a phone's keyboard does not tell.
    if (text.endsWith(',')) return add(text)
    onDraftChange(text)
    setNote(null)
  }

  function remove(tag: string) {
    onChange(values.filter((value) => value !== tag))
    setNote(null)
    input.current?.focus()
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Enter also ends an IME composition (Japanese, accents): that one is not ours.
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    const last = values.at(-1)
    if (event.key === 'Enter' && draft.trim() !== '') {
      event.preventDefault()
      add(draft)
    } else if (event.key === 'Backspace' && draft === '' && last !== undefined) {
      remove(last)
    }
  }

  return (
    <Field id={id} label={label} error={note ?? undefined}>
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
          autoComplete="off"
          {...more}
          ref={input}
          id={id}
          aria-describedby={describedBy(id, { error: note ?? undefined })}
          value={draft}
          maxLength={TAG_LENGTH_MAX}
          placeholder={values.length === 0 ? placeholder : undefined}
          enterKeyHint="done"
          onChange={(event) => {
            type(event.target.value)
            more?.onChange?.(event)
          }}
          onKeyDown={(event) => {
            more?.onKeyDown?.(event)
            handleKeyDown(event)
          }}
          onBlur={(event) => {
            more?.onBlur?.(event)
            add(draft)
          }}
          className="h-7 min-w-16 flex-1 bg-transparent px-2 outline-none pointer-coarse:-my-1 pointer-coarse:h-10.5"
        />
      </div>
    </Field>
  )
}
