import { Link } from '@tanstack/react-router'
import { BookmarkPlus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { NewsAsked } from '#api/contract/watch-news.ts'
import { NAME_MAX } from '#db/schema/owned-text.ts'
import type { SavedSearchRow } from '#db/schema/saved-searches.ts'
import type { WatchRow } from '#db/schema/watches.ts'
import { presentTexts } from '#web/lib/format.ts'
import { formatMoment } from '#web/lib/format-time.ts'
import { keyOfRow, useRowsInUse } from '#web/lib/rows-in-use.ts'
import { formatSince, newsSentence } from '#web/lib/searches/news-words.ts'
import { SAVED_SEARCHES_FAILED } from '#web/lib/searches/saved-search-messages.ts'
import { teamSearch, useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { hasNews, unreadOf, useWatches } from '#web/replica/watches.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { EditableName } from '#web/ui/editable-name.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SavedChips } from './saved-chips.tsx'
import { deleteSearch, renameSearch } from './saved-search-actions.ts'
import { WatchControl } from './watch-control.tsx'

export interface SavedSearchesProps {
  /** A search's text and filters in short labels. */
  labelsOf(params: SavedSearchRow['search_params']): string[]
  /** Runs a saved search. */
  onApply(params: SavedSearchRow['search_params']): void
  /** Opens the news of a watched search. */
  onOpenNews(news: NewsAsked): void
}

/** All saved searches of the signed-in user, newest first. */
export function SavedSearches({ labelsOf, onApply, onOpenNews }: SavedSearchesProps) {
  const { watchOf } = useWatches()
  const { rows: present, status, absence } = useLiveQuery('searches.all', {})
  const { rows, gone } = useRowsInUse(present)
  if (status === 'failed') {
    return (
      <ErrorPanel title={SAVED_SEARCHES_FAILED.title}>
        {SAVED_SEARCHES_FAILED.description}
      </ErrorPanel>
    )
  }
  if (status === 'loading') return <SavedSearchesSkeleton />
  if (rows.length === 0) {
    return (
      <AbsentRows absence={absence} rows="saved searches" skeleton={<SavedSearchesSkeleton />}>
        <NoSavedSearches />
      </AbsentRows>
    )
  }
  return (
    <ul aria-label="Saved Searches" className="border-line border-t">
      {rows.map((search) => (
        <SavedSearch
          key={keyOfRow(search)}
          search={search}
          isGone={gone.includes(search)}
          labels={labelsOf(search.search_params)}
          watch={watchOf(search)}
          onApply={() => onApply(search.search_params)}
          onOpenNews={onOpenNews}
        />
      ))}
    </ul>
  )
}

function SavedSearch({
  search,
  isGone,
  labels,
  watch,
  onApply,
  onOpenNews,
}: {
  search: SavedSearchRow
  /** Deleted elsewhere while it was being renamed. */
  isGone: boolean
  labels: readonly string[]
  watch: WatchRow | undefined
  onApply(): void
  onOpenNews(news: NewsAsked): void
}) {
  const nameId = useId()
  const { teamOf, mayIn } = useTeams()
  const mayWrite = mayIn(search, 'searches.write')
  const created = search.created_at.toISOString()
  return (
    <li className="flex flex-col gap-2 border-line border-b py-4">
      <EditableName
        name={search.name}
        maxLength={NAME_MAX}
        subject={keyOfRow(search)}
        canRename={mayWrite}
        onRename={(name, seen) => renameSearch(search, name, seen)}
      >
        <h3 id={nameId} className="min-w-0 font-medium text-md [overflow-wrap:anywhere]">
          {search.name}
        </h3>
      </EditableName>
      <time dateTime={created} className="text-muted text-sm tabular-nums">
        {presentTexts([formatMoment(created), teamOf(search)?.name]).join(', ')}
      </time>
      <SavedChips labels={labels} />
      {!isGone && watch && hasNews(watch) && (
        <NewsLine search={search} watch={watch} onOpen={onOpenNews} describedBy={nameId} />
      )}
      {isGone ? (
        <p role="status" className="text-muted text-sm [overflow-wrap:anywhere]">
          “{search.name}” was deleted. What you are writing stays here until you close it.
        </p>
      ) : (
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <Button size="sm" aria-describedby={nameId} onClick={onApply}>
            Apply Search
          </Button>
          <WatchControl search={search} watch={watch} />
          {mayWrite && (
            <IconButton
              label={`Delete ${search.name}`}
              tooltip="Delete"
              icon={Trash2}
              className="-mr-2.5 ml-auto text-muted"
              onClick={() => void deleteSearch(search)}
            />
          )}
        </div>
      )}
    </li>
  )
}

/** The unread news of a search, which it opens. */
function NewsLine({
  search,
  watch,
  onOpen,
  describedBy,
}: {
  search: SavedSearchRow
  watch: WatchRow
  onOpen(news: NewsAsked): void
  describedBy: string
}) {
  const times = {
    after: watch.read_at.toISOString(),
    ...(watch.found_at ? { until: watch.found_at.toISOString() } : {}),
  }
  return (
    <button
      type="button"
      aria-describedby={describedBy}
      className="hit-area -mx-2 self-start rounded-sm px-2 py-1 text-left font-medium text-accent text-sm tabular-nums transition-colors hover:bg-wash"
      onClick={() => onOpen({ search_id: search.id, ...teamSearch(search), ...times })}
    >
      {newsSentence(unreadOf(watch))}
      <span className="font-normal text-muted"> since {formatSince(watch.read_at)}</span>
    </button>
  )
}

function NoSavedSearches() {
  return (
    <EmptyState
      icon={BookmarkPlus}
      title="You don't have any saved searches yet."
      action={
        // Keeps the text and the filters on that screen.
        <Link
          to="/search"
          search={(now) => ({ ...now, tab: undefined })}
          replace
          className={buttonClass()}
        >
          Go to Search
        </Link>
      }
    >
      Search for somebody and press Save Search: words, filters and order are kept.
    </EmptyState>
  )
}

function SavedSearchesSkeleton() {
  return (
    <div role="status" aria-label="Loading saved searches" className="border-line border-t">
      {['w-40', 'w-56', 'w-48'].map((width) => (
        <div key={width} className="flex h-43 flex-col gap-2 border-line border-b py-4">
          <Skeleton className={`h-6 ${width}`} />
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-7 w-52" />
          <Skeleton className="mt-2 h-8 w-30" />
        </div>
      ))}
    </div>
  )
}
