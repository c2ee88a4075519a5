/** A live query's answer on a device that has caught up, and of which there are no rows. */
export const NO_ROWS = {
  rows: [],
  status: 'ready',
  isStale: false,
  isAway: false,
  hasFailed: false,
  absence: 'none',
} as const
