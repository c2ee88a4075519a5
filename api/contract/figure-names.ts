/**
 * The names of the operators' figures, and their limits. They are plain constants, so that the
 * browser's first screen does not load a validator for them.
 */

/**
 * How a period of several days becomes one number: a sum, the last level, or the median of all
 * values.
 */
export const SERIES = {
  sign_ups: 'sum',
  active_plans: 'level',
  paid_plans: 'level',
  /** The monthly revenue of plans in US cents; an annual price counts a twelfth. */
  revenue_cents: 'level',
  reveals: 'sum',
  exports: 'sum',
  /** Answered searches; a further page is not counted. */
  searches: 'sum',
  /** Milliseconds of server time. */
  search_p50: 'middle',
  search_p95: 'middle',
  /** Resumes approved or rejected. */
  decisions: 'sum',
  /** Seconds from a confirmed resume to its decision: the median. */
  decision_seconds: 'middle',
} as const satisfies Record<string, 'sum' | 'level' | 'middle'>
export type SeriesName = keyof typeof SERIES
export const SERIES_NAMES = Object.keys(SERIES) as SeriesName[]

/** Classes of a contact's age: verified at most this many days ago, longer ago, or never. */
export const CONTACT_AGES = ['30', '90', '180', '365', '730', 'older', 'never'] as const

/** The earliest day: no figure and no log row is older. */
export const FIRST_DAY = '2000-01-01'

/** The longest range in days: five years. */
export const FIGURE_DAYS_MAX = 1826

/** Longer ranges are aggregated by week, so that no plot has more than 500 points. */
export const DAILY_DAYS_MAX = 120
export const DEFAULT_FIGURE_DAYS = 30

/** The most values in a comparison of states, specialties, ages or searches. */
export const SHARES_MAX = 500
export const ZERO_RESULTS_SHOWN = 20
