/** The closed word lists of the error log, as plain constants for the browser. */

export const SEARCH_ERROR_TYPES = [
  'timeout',
  'database_error',
  'edge_error',
  'function_error',
  'other',
] as const

/** The ranges that an administrator may choose. */
export const ERROR_RANGES = ['1h', '24h', '7d', '30d'] as const
export type ErrorRange = (typeof ERROR_RANGES)[number]

/** The states of a group. `reopened`: it was resolved, but the error occurred again. */
export const GROUP_STATES = ['open', 'reopened', 'resolved', 'ignored'] as const
