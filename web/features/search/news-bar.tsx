import { useEffect } from 'react'
import { paramsOfSavedSearch, type SearchParams } from '#api/contract/search-params.ts'
import type { NewsSummary } from '#api/contract/watch-news.ts'
import { NEWS_KINDS, type NewsKind } from '#db/schema/watch-words.ts'
import { AppError } from '#sync/contract/errors.ts'
import { formatCount, formatPeople } from '#web/lib/format.ts'
import { formatSince, NEWS_WORDS } from '#web/lib/searches/news-words.ts'
import { mutate } from '#web/replica/replica.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useWatches } from '#web/replica/watches.ts'
import { useActor } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { SearchResults } from './use-search-results.ts'

interface NewsBarProps {
  params: SearchParams & { news: NonNullable<SearchParams['news']> }
  results: SearchResults
  onChange(params: SearchParams): void
}

/** In the place of the filters: of which search the news are, and which kinds of them are shown. */
export function NewsBar({ params, results, onChange }: NewsBarProps) {
  const { news } = params
  const { id: accountId } = useActor()
  const summary = results.found?.answer.news
  const search = { owner_id: news.team ?? accountId ?? '', id: news.search_id }
  const { rows } = useLiveQuery('searches.all', {}, { isDeferred: true })
  const saved = rows.find(({ owner_id, id }) => owner_id === search.owner_id && id === search.id)
  useReading(params, summary, onChange)
  const show = (kind: NewsKind | 'all') => {
    const { kind: _, ...all } = news
    onChange({ ...params, page: 1, news: kind === 'all' ? all : { ...all, kind } })
  }
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 py-1.5">
      <h2 className="min-w-0 [overflow-wrap:anywhere] max-md:flex-1">
        <span className="font-medium">{saved?.name ?? summary?.name ?? 'What is new'}</span>
        {summary?.after && (
          <span className="text-muted"> since {formatSince(new Date(summary.after))}</span>
        )}
      </h2>
      {saved && (
        <Button
          variant="ghost"
          size="sm"
          className="md:order-1"
          onClick={() => onChange(paramsOfSavedSearch(saved.search_params))}
        >
          Whole search
        </Button>
      )}
      {summary && (
        <div className="-mx-4 max-w-[100vw] overflow-x-auto whitespace-nowrap px-4 [scrollbar-width:none] md:mx-0 md:px-0">
          <Segmented
            label="News"
            value={news.kind ?? 'all'}
            onValueChange={show}
            options={[{ value: 'all' as const, label: 'All' }, ...kindsIn(summary)]}
          />
        </div>
      )}
      {summary !== undefined && summary.left > 0 && (
        <p className="order-2 w-full text-muted text-sm">
          {formatPeople(summary.left)} left the directory: there is nothing to show.
        </p>
      )}
    </div>
  )
}

function kindsIn({ counts }: NewsSummary) {
  return NEWS_KINDS.filter((kind) => counts[kind] > 0).map((kind) => ({
    value: kind,
    label: `${formatCount(counts[kind])} ${NEWS_WORDS[kind]}`,
  }))
}

/**
 * Marks the news read that were shown. An address that names no times, as one from a notification, gets
 * those of the answer first, and the team: opened again it shows the same people.
 */
function useReading(
  params: NewsBarProps['params'],
  summary: NewsSummary | undefined,
  onChange: (params: SearchParams) => void,
): void {
  const { news } = params
  const { id: accountId } = useActor()
  const { watchOf } = useWatches()
  const watch = watchOf({ owner_id: news.team ?? accountId ?? '', id: news.search_id })
  const { team: of, after, until } = summary ?? {}
  const isTimed = news.after !== undefined
  const isUnread = watch !== undefined && until != null && watch.read_at < new Date(until)

  useEffect(() => {
    if (isTimed || !after || !until) return
    onChange({ ...params, news: { ...params.news, ...(of && { team: of }), after, until } })
  }, [isTimed, of, after, until, params, onChange])

  const { team, search_id } = news
  useEffect(() => {
    if (!isTimed || !isUnread || !until) return
    // Refused, the news stays unread and is marked at the next look.
    mutate('watches.read', { ...(team ? { team } : {}), search_id, through: until }).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
      },
    )
  }, [isTimed, isUnread, team, search_id, until])
}
