import type { ReactNode } from 'react'
import { NotHereYet } from './not-here-yet.tsx'

/** What stands in the place of rows when there are none to show. */
export function AbsentRows({
  absence,
  rows,
  skeleton,
  children,
}: {
  /** Whether there are none for certain, none yet, or none that came here before the network went. */
  absence: 'none' | 'loading' | 'away'
  /** What they are called, in the plural. */
  rows: string
  skeleton: ReactNode
  /** Where there are none for certain. */
  children: ReactNode
}) {
  if (absence === 'loading') return skeleton
  return absence === 'away' ? <NotHereYet rows={rows} /> : children
}
