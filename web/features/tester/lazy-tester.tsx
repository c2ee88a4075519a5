import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

const Tester = lazy(() => import('./tester.tsx').then((module) => ({ default: module.Tester })))

/** The tester, loaded where it is shown: only administrators need it. */
export function LazyTester() {
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <Tester />
    </Suspense>
  )
}
