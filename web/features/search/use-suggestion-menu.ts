import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import type { SearchParams } from '#api/contract/search-params.ts'
import { type SavedSearch, type SuggestionOption, suggestionGroups } from './suggestions.ts'
import { useSuggestions } from './use-suggestions.ts'

/**
 * The menu of suggestions for the typed text: what it offers, whether it is open, and the option that the
 * arrow keys point at. It is wanted from a key or a typed letter on until one is chosen or the field left,
 * and open while it has something to offer.
 */
export function useSuggestionMenu({
  params,
  text,
  onChoose,
}: {
  params: SearchParams
  text: string
  onChoose(option: SuggestionOption): void
}) {
  const id = useId()
  const [isWanted, setIsWanted] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [savedSearches, setSavedSearches] = useState<readonly SavedSearch[]>([])
  const { ending, suggestions } = useSuggestions(text, isWanted)
  const groups = useMemo(
    () => suggestionGroups({ params, text, ending, suggestions, savedSearches }),
    [params, text, ending, suggestions, savedSearches],
  )
  const options = groups.flatMap((group) => group.options)
  const active = options.find((option) => option.id === activeId)
  const isOpen = isWanted && ending !== '' && options.length > 0

  /** Opens it with no option pointed at. */
  function open() {
    setIsWanted(true)
    setActiveId(null)
  }

  function close() {
    setIsWanted(false)
    setActiveId(null)
  }

  function choose(option: SuggestionOption) {
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

  return {
    ...{ id, groups, isWanted, isOpen, active, activeId, setSavedSearches },
    ...{ open, close, choose, point: setActiveId, handleKeyDown },
  }
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
