/**
 * What the operators' figures are called, and their limits. Plain constants, so that the browser's
 * first screen can use them without loading a validator.
 */

/** How a period of several days is one number: a sum, the last level, or a middle of all values. */
export const SERIES = {
  sign_ups: 'sum',
  active_plans: 'level',
  paid_plans: 'level',
  /** Of plans in US dollars, in cents; a year's price counts a twelfth. */
  revenue_cents: 'level',
  reveals: 'sum',
  exports: 'sum',
  /** Searches that were answered; turning a page is none. */
  searches: 'sum',
  /** Milliseconds of the server's work. */
  search_p50: 'middle',
  search_p95: 'middle',
  /** Resumes approved or rejected. */
  decisions: 'sum',
  /** Seconds from a confirmed resume to its decision, the median. */
  decision_seconds: 'middle',
} as const satisfies Record<string, 'sum' | 'level' | 'middle'>
export type SeriesName = keyof typeof SERIES
export const SERIES_NAMES = Object.keys(SERIES) as SeriesName[]

/** Classes of the age of a contact: verified at most so many days ago, longer ago, or never. */
export const CONTACT_AGES = ['30', '90', '180', '365', '730', 'older', 'never'] as const

/** Ranges may be this long: five years. */
export const FIGURE_DAYS_MAX = 1826

/** Longer ranges are told by the week, so that no plot has more than 500 points. */
export const DAILY_DAYS_MAX = 120
export const DEFAULT_FIGURE_DAYS = 30

/** Values in a comparison of states, specialties, ages or texts. */
export const SHARES_MAX = 500
export const ZERO_RESULTS_SHOWN = 20
