import { Search, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type SearchParams, withFilters } from '#api/contract/search-params.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import { type SavedSearch, type SuggestionOption, suggestionGroups } from './suggestions.ts'
import { useDebouncedText } from './use-debounced-text.ts'
import { useSuggestions } from './use-suggestions.ts'

export const QUERY_FIELD_ID = 'search-query'

/**
 * The query, applied while typing, with suggestions below. The list never hides the typed text and never
 * writes into the field: Enter without an active option searches for the text.
 */
export function QueryField({
  params,
  onChange,
}: {
  params: SearchParams
  onChange(params: SearchParams): void
}) {
  const { filters } = params
  const [text, setText] = useDebouncedText(filters.query, (query) =>
    onChange(withFilters(params, { ...filters, query, exact: filters.exact && query !== '' })),
  )
  const listId = useId()
  const anchor = useRef<HTMLDivElement>(null)
  const [isWanted, setIsWanted] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const [savedSearches, setSavedSearches] = useState<readonly SavedSearch[]>([])
  const { ending, suggestions } = useSuggestions(text, isWanted)
  const groups = useMemo(
    () => suggestionGroups({ params, text, ending, suggestions, savedSearches }),
    [params, text, ending, suggestions, savedSearches],
  )
  const options = groups.flatMap((group) => group.options)
  const active = options.find(({ id }) => id === activeId)
  const isOpen = isWanted && ending !== '' && options.length > 0

  function close() {
    setIsWanted(false)
    setActiveId(null)
  }

  function choose(option: SuggestionOption) {
    close()
    setText(option.params.filters.query)
    onChange(option.params)
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

  return (
    <Popover.Root open={isOpen}>
      {isWanted && <SavedSearches onRows={setSavedSearches} />}
      <Popover.Anchor ref={anchor}>
        <TextField
          id={QUERY_FIELD_ID}
          type="search"
          role="combobox"
          label="Search"
          isLabelHidden
          leading={Search}
          placeholder="ICU nurse, Boston"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen && active ? optionId(listId, active) : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActiveId(null)
            setIsWanted(true)
          }}
          onKeyDown={handleKeyDown}
          onBlur={close}
          trailing={
            text ? (
              <IconButton
                label="Clear search text"
                icon={X}
                size="sm"
                onClick={() => setText('')}
              />
            ) : (
              <span className="pr-1 pointer-coarse:hidden">
                <Kbd>/</Kbd>
              </span>
            )
          }
        />
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          // Only a container: the focus never leaves the field.
          role="presentation"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={preventDefault}
          onCloseAutoFocus={preventDefault}
          onInteractOutside={preventDefault}
          className="z-50 max-h-[min(26rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-80 max-w-[calc(100vw-1rem)] animate-fade-in overflow-y-auto overscroll-contain rounded-sm border border-line bg-surface p-1 shadow-floating"
        >
          <SuggestionList
            id={listId}
            groups={groups}
            activeId={activeId}
            onPoint={({ id }) => setActiveId(id)}
            onChoose={choose}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** A live query over the saved searches, only while there is text. */
function SavedSearches({ onRows }: { onRows(rows: readonly SavedSearch[]): void }) {
  const { rows, status } = useLiveQuery('searches.all', {}, { isDeferred: true })
  useEffect(() => {
    if (status === 'ready') onRows(rows)
  }, [rows, status, onRows])
  return null
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

function preventDefault(event: Event) {
  event.preventDefault()
}
