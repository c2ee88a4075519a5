import type { ReactNode } from 'react'
import { NotHereYet } from './not-here-yet.tsx'

/** Shown in place of rows: an empty state, a skeleton, or that they are not here yet. */
export function AbsentRows({
  absence,
  rows,
  skeleton,
  children,
}: {
  /** Whether there are certainly none, none yet, or none here as long as the server is away or a pause lasts. */
  absence: 'none' | 'loading' | 'away'
  /** The rows' name, in the plural. */
  rows: string
  skeleton: ReactNode
  /** The empty state, where there are certainly none. */
  children: ReactNode
}) {
  if (absence === 'loading') return skeleton
  return absence === 'away' ? <NotHereYet rows={rows} /> : children
}
