import { useMemo } from 'react'
import type { WatchRow } from '#db/schema/watches.ts'
import type { NewsCounts } from '#web/lib/searches/news-words.ts'
import { useLiveQuery } from './use-live-query.ts'

/** People in the unread news of a watch. */
export function unreadOf(watch: WatchRow): NewsCounts {
  const { new_count, moved_count, gone_count, verified_count } = watch
  return { new: new_count, moved: moved_count, gone: gone_count, verified: verified_count }
}

/** Whether a watch has unread news. */
export function hasNews(watch: WatchRow): boolean {
  return Object.values(unreadOf(watch)).some((count) => count > 0)
}

/** The account's watches, and how many of them have unread news: the number on a badge. */
export function useWatches(): {
  watchOf(search: { owner_id: string; id: string }): WatchRow | undefined
  unread: number
  /** Whether any of them is to be told of at once. */
  isAnyAtOnce: boolean
} {
  const { rows } = useLiveQuery('watches.all', {}, { isDeferred: true })
  return useMemo(
    () => ({
      watchOf: ({ owner_id, id }) =>
        rows.find(({ search_owner, search_id }) => search_owner === owner_id && search_id === id),
      unread: rows.filter(hasNews).length,
      isAnyAtOnce: rows.some(({ cadence }) => cadence === 'at_once'),
    }),
    [rows],
  )
}
