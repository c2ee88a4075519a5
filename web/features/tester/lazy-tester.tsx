import { lazy, Suspense } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'

const Tester = lazy(() => import('./tester.tsx').then((module) => ({ default: module.Tester })))

/** The tester, loaded where it is shown: nobody but an administrator ever needs it. */
export function LazyTester() {
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <Tester />
    </Suspense>
  )
}
