import { SearchX, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SearchFilters } from '../../../db/schema/search.ts'
import { ApiError, search } from '../../lib/api-client.ts'
import { OFFLINE_SEARCH, searchErrorMessage } from '../../lib/error-messages.ts'
import { formatPeople } from '../../lib/format.ts'
import { useBackOnline } from '../../lib/use-back-online.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { costliest, NO_FILTERS, type Relaxation, relaxations } from './filters.ts'

/** Half a word often matches nobody: ask what to drop only once the typing has stopped. */
const TYPING_PAUSE_MS = 300

const SKELETON_CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Holds the place of the first results. */
export function ResultsSkeleton() {
  return (
    <div role="status" aria-label="Loading results">
      {SKELETON_CARDS.map((card) => (
        <div
          key={card}
          className="flex h-45 items-center gap-3 border-line border-b max-md:flex-wrap max-md:content-center md:h-24 md:px-3 pointer-coarse:md:h-28"
        >
          <Skeleton isRound className="size-10 max-md:self-start" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-3 w-64 max-w-full" />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
          <Skeleton className="h-11 w-full md:h-20 md:w-60" />
        </div>
      ))}
    </div>
  )
}

/** A search that failed; what was found before stays below. */
export function SearchFailure({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  if (error.code === 'offline') return <OfflineNote onRetry={onRetry} />
  return (
    <ErrorPanel title="Search Error" action={<Button onClick={onRetry}>Retry Search</Button>}>
      {searchErrorMessage(error)}
    </ErrorPanel>
  )
}

function OfflineNote({ onRetry }: { onRetry(): void }) {
  useBackOnline(onRetry)
  return (
    <div role="status" className="flex gap-3 rounded-md bg-wash px-4 py-3">
      <WifiOff aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <p>
        <span className="font-medium">{OFFLINE_SEARCH.title}.</span> {OFFLINE_SEARCH.description}
      </p>
    </div>
  )
}

/** Nobody matches: names the filter that costs most, and offers to drop it. */
export function NoResults({
  filters,
  onChange,
}: {
  filters: SearchFilters
  onChange(filters: SearchFilters): void
}) {
  const relaxation = useCostliestFilter(filters)
  return (
    <EmptyState
      icon={SearchX}
      title="No results found"
      action={
        <>
          {relaxation && (
            <Button variant="primary" onClick={() => onChange(relaxation.filters)}>
              Drop {relaxation.label}
            </Button>
          )}
          <Button onClick={() => onChange(NO_FILTERS)}>Clear Filters</Button>
        </>
      }
    >
      <p className="min-h-10">
        {relaxation
          ? `Without ${relaxation.label} there ${relaxation.count === 1 ? 'is' : 'are'} ${formatPeople(relaxation.count)}.`
          : 'Nobody matches all of these filters at once.'}
      </p>
    </EmptyState>
  )
}

/** Asks the same search with one filter dropped at a time; null until answered, or where none helps. */
function useCostliestFilter(filters: SearchFilters) {
  const [found, setFound] = useState<(Relaxation & { count: number }) | null>(null)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    setFound(null)
    const timer = setTimeout(() => {
      void Promise.all(relaxations(filters).map((each) => countOf(each, signal))).then(
        (counted) => {
          if (!signal.aborted) setFound(costliest(counted) ?? null)
        },
      )
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [filters])

  return found
}

async function countOf(relaxation: Relaxation, signal: AbortSignal) {
  try {
    const { count } = await search({ filters: relaxation.filters, limit: 1 }, signal)
    return { ...relaxation, count }
  } catch (error) {
    // A hint that cannot be had is left out; the screen offers "Clear Filters" all the same.
    if (error instanceof ApiError || signal.aborted) return { ...relaxation, count: 0 }
    throw error
  }
}
