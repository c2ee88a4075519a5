import { Search, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useEffect } from 'react'
import { type SearchParams, withFilters } from '#api/contract/search-params.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import type { SavedSearch, SuggestionOption } from './suggestions.ts'
import { useDebouncedText } from './use-debounced-text.ts'
import { useSuggestionMenu } from './use-suggestion-menu.ts'

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
  const menu = useSuggestionMenu({ params, text, onChoose: choose })
  const { id: listId, isWanted, isOpen, active } = menu

  function choose(option: SuggestionOption) {
    setText(option.params.filters.query)
    onChange(option.params)
  }

  return (
    <Popover.Root open={isOpen}>
      {isWanted && <SavedSearches onRows={menu.setSavedSearches} />}
      <Popover.Anchor>
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
            menu.open()
          }}
          onKeyDown={menu.handleKeyDown}
          onBlur={menu.close}
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
            groups={menu.groups}
            activeId={menu.activeId}
            onPoint={({ id }) => menu.point(id)}
            onChoose={menu.choose}
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

function preventDefault(event: Event) {
  event.preventDefault()
}
