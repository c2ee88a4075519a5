import { Suspense } from 'react'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { TeamSkeleton } from './team-skeleton.tsx'

const TeamTab = lazyPart(async () => (await import('./team-tab.tsx')).TeamTab)

/** The Team tab, loaded where it is shown: most accounts are in no team. */
export function LazyTeam(props: { team: string | undefined; payment: string | undefined }) {
  return (
    <Suspense fallback={<TeamSkeleton />}>
      <TeamTab {...props} />
    </Suspense>
  )
}
