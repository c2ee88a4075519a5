import { useCallback } from 'react'
import type { TimelineEntry } from '#api/contract/admin-user-page.ts'
import { formatDay, formatMoment } from '#web/lib/format-time.ts'
import { keepFocus } from '#web/lib/keep-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { usersError } from './account-messages.ts'
import { fetchTimeline } from './accounts-client.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { actionWords, circumstances } from './timeline-words.ts'
import { usePages } from './use-pages.ts'

/** An account's audit rows, newest first. */
export function Timeline({ userId }: { userId: string }) {
  const fetchPage = useCallback(
    async (after?: string) => {
      const { entries, next } = await fetchTimeline(userId, after)
      return { rows: entries, next }
    },
    [userId],
  )
  const { rows, failure, hasMore, isLoadingMore, loadMore, reload } = usePages(fetchPage)
  return (
    <section ref={keepFocus} tabIndex={-1} aria-label="Timeline" className="outline-none">
      <h2 className="pb-3 font-semibold text-md">Timeline</h2>
      {!rows && !failure && <RowsSkeleton label="Loading the timeline" />}
      {rows?.length === 0 && <p className="text-muted">Nothing has happened yet.</p>}
      {rows && rows.length > 0 && (
        <ol className="border-line border-l">
          {rows.map((entry) => (
            <li
              key={`${entry.id} ${entry.action}`}
              className="relative pb-4 pl-5 before:absolute before:top-2 before:-left-[4.5px] before:size-2 before:rounded-full before:bg-line-strong"
            >
              <What entry={entry} />
              <p className="wrap-anywhere text-muted text-sm tabular-nums">
                <time dateTime={entry.at}>
                  {entry.count > 1 ? formatDay(entry.at) : formatMoment(entry.at)}
                </time>
                {entry.by && `, by ${entry.by.email ?? 'an account that is gone'}`}
                {entry.network && `, from ${entry.network}`}
              </p>
            </li>
          ))}
        </ol>
      )}
      {failure && (
        <ErrorPanel
          title={usersError(failure).title}
          action={<Button onClick={rows ? loadMore : reload}>Try again</Button>}
        >
          {usersError(failure).description}
        </ErrorPanel>
      )}
      {hasMore && (
        <Button isBusy={isLoadingMore} onClick={loadMore}>
          Show more
        </Button>
      )}
    </section>
  )
}

/** What happened, to whom where that is not the account itself, and the circumstances. */
function What({ entry }: { entry: TimelineEntry }) {
  const { action, subject } = entry
  const whom = subject && (subject.name ?? subject.id)
  return (
    <p>
      <span className="font-medium">
        {actionWords(action)}
        {whom && ':'}
      </span>{' '}
      <span className="wrap-anywhere">
        {[whom, circumstances(entry)].filter(Boolean).join(', ')}
      </span>
    </p>
  )
}
