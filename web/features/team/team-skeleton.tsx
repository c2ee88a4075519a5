import { Skeleton } from '#web/ui/skeleton.tsx'

/** Shown while a team's rows, or the code of its screen, are being loaded. */
export function TeamSkeleton() {
  return (
    <div data-loading role="status" aria-label="Loading team" className="max-w-160 pt-2">
      <Skeleton className="h-7 w-48 max-w-full" />
      <Skeleton className="mt-2 h-5 w-64 max-w-full" />
      <Skeleton className="mt-8 h-48" />
    </div>
  )
}
