import { Bookmark, BookmarkCheck, BookmarkPlus, ListChecks, Search } from 'lucide-react'
import type { SearchParams } from '#api/contract/search-params.ts'
import { formatCount } from '#web/lib/format.ts'
import { useWatches } from '#web/replica/watches.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx'
import { isWorthSaving } from './filters.ts'
import { saveSearch } from './saved-search.ts'

export interface SavedControlsProps {
  params: SearchParams
  isPending: boolean
  onChange(params: SearchParams): void
}

/** Saves the present search, and opens saved ones. */
export function SavedControls({ params, isPending, onChange }: SavedControlsProps) {
  return (
    <div className="flex shrink-0 items-center gap-1">
      <SaveSearchButton params={params} isPending={isPending} />
      <SavedMenu onOpen={(tab) => onChange({ ...params, tab })} />
    </div>
  )
}

/** Delayed, so that it does not blink on a fast search. */
export function SaveSearchButton({ params, isPending }: Omit<SavedControlsProps, 'onChange'>) {
  return (
    <Button
      variant="ghost"
      data-tooltip="Save Search"
      disabled={isPending || !isWorthSaving(params.filters)}
      className="w-10 px-0! transition-[opacity,color,background-color]! disabled:delay-150 @min-[42.5rem]:w-auto @min-[42.5rem]:px-3! pointer-coarse:w-11 pointer-coarse:@min-[42.5rem]:w-auto"
      onClick={() => saveSearch(params)}
    >
      <BookmarkPlus aria-hidden strokeWidth={1.75} className="size-4.5!" />
      <span className="sr-only @min-[42.5rem]:not-sr-only">Save Search</span>
    </Button>
  )
}

/** Opens the panels of saved searches and saved lists. */
function SavedMenu({ onOpen }: { onOpen(tab: 'saved-searches' | 'saved-lists'): void }) {
  const { unread } = useWatches()
  const label = unread > 0 ? `Saved, ${unread} with news` : 'Saved'
  return (
    <DropdownMenu
      trigger={<IconButton label={label} icon={unread > 0 ? BookmarkCheck : Bookmark} />}
    >
      <MenuItem icon={Search} onSelect={() => onOpen('saved-searches')}>
        Saved Searches
        <UnreadSearches count={unread} />
      </MenuItem>
      <MenuItem icon={ListChecks} onSelect={() => onOpen('saved-lists')}>
        Saved Lists
      </MenuItem>
    </DropdownMenu>
  )
}

/** How many saved searches have unread news. */
export function UnreadSearches({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="ml-auto rounded-full bg-accent px-1.5 font-medium text-accent-ink text-xs tabular-nums">
      {formatCount(count)}
      <span className="sr-only"> with news</span>
    </span>
  )
}
