import { Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type SearchParams, withFilters } from '#api/contract/search-params.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SuggestionPopover } from './suggestion-popover.tsx'
import { type SavedSearch, suggestionGroups } from './suggestions.ts'
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
  const [savedSearches, setSavedSearches] = useState<readonly SavedSearch[]>([])
  const menu = useSuggestionMenu({
    text,
    groupsOf: (answer) => suggestionGroups({ params, text, savedSearches, ...answer }),
    onChoose(option) {
      setText(option.params.filters.query)
      onChange(option.params)
    },
  })

  return (
    <SuggestionPopover menu={menu}>
      {menu.isWanted && <SavedSearches onRows={setSavedSearches} />}
      <TextField
        {...menu.field}
        id={QUERY_FIELD_ID}
        type="search"
        label="Search"
        isLabelHidden
        leading={Search}
        placeholder="ICU nurse, Boston"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          menu.open()
        }}
        trailing={
          text ? (
            <IconButton label="Clear search text" icon={X} size="sm" onClick={() => setText('')} />
          ) : (
            <span className="pr-1 pointer-coarse:hidden">
              <Kbd>/</Kbd>
            </span>
          )
        }
      />
    </SuggestionPopover>
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
