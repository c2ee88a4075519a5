import { Link } from '@tanstack/react-router'
import { WifiOff } from 'lucide-react'
import type { ApiError } from '#web/lib/api-client.ts'
import {
  OFFLINE_SEARCH,
  OFFLINE_WITHOUT_RESULTS,
  searchErrorMessage,
} from '#web/lib/error-messages.ts'
import { useBackOnline } from '#web/lib/hooks/use-back-online.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const SKELETON_CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** The skeleton of the first results. */
export function ResultsSkeleton() {
  return (
    <div role="status" aria-label="Loading results">
      {SKELETON_CARDS.map((card) => (
        <div
          key={card}
          className="flex h-38 items-center gap-3 border-line border-b max-sm:flex-wrap max-sm:content-center sm:h-24 sm:px-3 pointer-coarse:sm:h-28"
        >
          <Skeleton isRound className="size-10 max-sm:self-start" />
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-3 w-64 max-w-full" />
            <Skeleton className="h-3 w-40 max-w-full" />
          </div>
          <Skeleton className="h-11 w-full sm:h-20 sm:w-60" />
        </div>
      ))}
    </div>
  )
}

/** The error of a failed search; former results stay below. */
export function SearchFailure({
  error,
  hasResults,
  onRetry,
}: {
  error: ApiError
  hasResults: boolean
  onRetry(): void
}) {
  if (error.code === 'offline') return <OfflineNote hasResults={hasResults} onRetry={onRetry} />
  return (
    <ErrorPanel title="Search Error" action={<Button onClick={onRetry}>Retry Search</Button>}>
      {searchErrorMessage(error)}
    </ErrorPanel>
  )
}

function OfflineNote({ hasResults, onRetry }: { hasResults: boolean; onRetry(): void }) {
  useBackOnline(onRetry)
  const { title, description } = hasResults ? OFFLINE_SEARCH : OFFLINE_WITHOUT_RESULTS
  return (
    <div role="status" className="flex gap-3 rounded-md bg-wash px-4 py-3">
      <WifiOff aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="flex flex-col items-start gap-3">
        <p>
          <span className="font-medium">{title}.</span> {description}
        </p>
        {!hasResults && (
          <Link to="/lists" className={buttonClass()}>
            My lists
          </Link>
        )}
      </div>
    </div>
  )
}
