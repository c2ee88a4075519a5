/**
 * What it means where there are no rows: `none` there are, as far as the server ever told; `loading`,
 * they may be on their way; `away`, they may be on the server, which cannot be reached.
 */
export type Absence = 'none' | 'loading' | 'away'

/** Nothing is said to be none before the device has had the rows of the server once. */
export function absenceOf({
  isKept,
  isComplete,
  isAway,
}: {
  /** What is shown was seen at the last visit, or nothing was read yet. */
  isKept: boolean
  /** The rows of every shape have been here. */
  isComplete: boolean
  /** There is no network, or the server does not answer. */
  isAway: boolean
}): Absence {
  if (!isKept && isComplete) return 'none'
  return isAway ? 'away' : 'loading'
}
