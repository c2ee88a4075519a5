import { type KeyboardEvent, useId, useState } from 'react'
import type { SuggestedFilter } from '#db/schema/filters.ts'
import { optionId } from './suggestion-list.tsx'
import type { SuggestionGroup, SuggestionOption } from './suggestions.ts'
import { type Answer, useSuggestions } from './use-suggestions.ts'

export interface SuggestionMenuOptions<Option extends SuggestionOption> {
  text: string
  /** The filter that the text is a value of; without one, it is a query. */
  filter?: SuggestedFilter
  /** What the menu offers, by the server's last answer. */
  groupsOf(answer: Answer): SuggestionGroup<Option>[]
  onChoose(option: Option): void
}

export type SuggestionMenu<Option extends SuggestionOption> = ReturnType<
  typeof useSuggestionMenu<Option>
>

/**
 * The menu of suggestions for the typed text: what it offers, whether it is open, and the option that the
 * arrow keys point at. It is wanted from a key or a typed letter on until one is chosen or the field left,
 * and open while it has something to offer. `field` makes an input its combobox.
 */
export function useSuggestionMenu<Option extends SuggestionOption>({
  text,
  filter,
  groupsOf,
  onChoose,
}: SuggestionMenuOptions<Option>) {
  const listId = useId()
  const [isWanted, setIsWanted] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const answer = useSuggestions({ text, filter, isWanted })
  const groups = groupsOf(answer)
  const options = groups.flatMap((group) => group.options)
  const active = options.find((option) => option.id === activeId)
  const isOpen = isWanted && answer.ending !== '' && options.length > 0

  /** Opens it with no option pointed at. */
  function open() {
    setIsWanted(true)
    setActiveId(null)
  }

  function close() {
    setIsWanted(false)
    setActiveId(null)
  }

  function choose(option: Option) {
    close()
    onChoose(option)
  }

  function handleKeyDown(event: KeyboardEvent) {
    // Enter also ends an IME composition (Japanese, accents): that one is not ours.
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && !isOpen) setIsWanted(true)
    else if (step !== 0) {
      event.preventDefault()
      setActiveId(stepped(options, activeId, step))
    } else if (event.key === 'Enter') {
      if (isOpen && active) {
        event.preventDefault()
        choose(active)
      } else close()
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    }
  }

  const field = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen && active ? optionId(listId, active) : undefined,
    autoComplete: 'off',
    onKeyDown: handleKeyDown,
    onBlur: close,
  } as const
  return { listId, groups, isWanted, isOpen, activeId, field, open, choose, point: setActiveId }
}

/** The next option, wrapping around; from the field the first or the last. */
function stepped(
  options: readonly SuggestionOption[],
  activeId: string | null,
  step: 1 | -1,
): string | null {
  const index = options.findIndex(({ id }) => id === activeId)
  const next = index < 0 && step < 0 ? options.length - 1 : index + step
  return options[(next + options.length) % options.length]?.id ?? null
}
