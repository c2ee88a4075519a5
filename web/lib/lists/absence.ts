/**
 * How to read an answer without rows: `none`, there are none as far as the server ever said; `loading`,
 * they may be on their way; `away`, they may be on the server, which cannot be reached or is not asked
 * for a while.
 */
export type Absence = 'none' | 'loading' | 'away'

/** Never `none` before the device has completed a first sync. */
export function absenceOf({
  isCached,
  isComplete,
  isAway,
}: {
  /** The answer is that of the last visit, or nothing was read yet. */
  isCached: boolean
  /** The first sync of every shape is complete. */
  isComplete: boolean
  /** There is no network, the server does not answer, or a pause holds the rows back. */
  isAway: boolean
}): Absence {
  if (!isCached && isComplete) return 'none'
  return isAway ? 'away' : 'loading'
}
