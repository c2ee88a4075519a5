import {
  ArrowDownUp,
  Bookmark,
  BookmarkPlus,
  CheckCheck,
  Ellipsis,
  ListChecks,
  SquareCheck,
} from 'lucide-react'
import type { SearchParams } from '#api/contract/search-params.ts'
import { useWatches } from '#web/replica/watches.ts'
import { IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { isWorthSaving } from './filters.ts'
import { UnreadSearches } from './saved-controls.tsx'
import { saveSearch } from './saved-search.ts'
import { toggleSelectedAll, toggleSelectedPage } from './selection-store.ts'
import { DIRECTION_WORDS, inOtherDirection } from './sort-control.tsx'
import type { SearchResults } from './use-search-results.ts'

const NEWS_DOT =
  'relative before:absolute before:top-2 before:right-2 before:size-2 before:rounded-full before:bg-accent'

/** Every action on a search, in one menu on a phone: a row of buttons would cost a result. */
export function SearchMenu({
  params,
  results: { found, isPending },
  onChange,
}: {
  params: SearchParams
  results: SearchResults
  onChange(params: SearchParams): void
}) {
  const people = found?.answer.data ?? []
  const isNobody = people.length === 0
  const { unread } = useWatches()
  return (
    <DropdownMenu
      trigger={
        <IconButton
          label={unread > 0 ? `Actions, ${unread} with news` : 'Actions'}
          icon={Ellipsis}
          className={classNames('-mr-2', unread > 0 && NEWS_DOT)}
        />
      }
    >
      <MenuItem
        icon={SquareCheck}
        disabled={isNobody}
        onSelect={() => toggleSelectedPage(people.map(({ id }) => id))}
      >
        Select Page
      </MenuItem>
      <MenuItem
        icon={CheckCheck}
        disabled={isNobody}
        onSelect={() => found && void toggleSelectedAll(found.params)}
      >
        Select All
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={BookmarkPlus}
        disabled={isPending || !isWorthSaving(params.filters)}
        onSelect={() => saveSearch(params)}
      >
        Save Search
      </MenuItem>
      <MenuItem icon={Bookmark} onSelect={() => onChange({ ...params, tab: 'saved-searches' })}>
        Saved Searches
        <UnreadSearches count={unread} />
      </MenuItem>
      <MenuItem icon={ListChecks} onSelect={() => onChange({ ...params, tab: 'saved-lists' })}>
        Saved Lists
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={ArrowDownUp}
        disabled={!params.sortKey}
        onSelect={() => onChange(inOtherDirection(params))}
      >
        {DIRECTION_WORDS[params.sortDirection]}
      </MenuItem>
    </DropdownMenu>
  )
}
