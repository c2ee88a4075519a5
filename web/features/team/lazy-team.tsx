import { lazyPart } from '#web/lib/lazy-part.tsx'
import { TeamSkeleton } from './team-skeleton.tsx'

/** The Team tab, loaded where it is shown: most accounts are in no team. */
export const LazyTeam = lazyPart(
  async () => (await import('./team-tab.tsx')).TeamTab,
  <TeamSkeleton />,
)
