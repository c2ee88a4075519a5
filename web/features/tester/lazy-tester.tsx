import { lazyPart } from '#web/lib/lazy-part.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The tester, loaded where it is shown: only administrators need it. */
export const LazyTester = lazyPart(
  async () => (await import('./tester.tsx')).Tester,
  <Skeleton className="h-40" />,
)
