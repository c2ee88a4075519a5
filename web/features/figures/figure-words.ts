import type { SeriesName } from '#api/contract/figure-names.ts'
import { CANADIAN_PROVINCES, US_STATES } from '#db/schema/regions.ts'
import { formatCount } from '#web/lib/format.ts'
import { DAY_MS } from '#web/lib/format-time.ts'

export type SharesName = 'zero_results' | 'contact_ages' | 'states' | 'specialties'

/** Stands for a missing value. */
const NOTHING = '–'

const DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})
const SHORT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** 5445800 cents: "$54,458". */
export function money(cents: number): string {
  return DOLLARS.format(cents / 100)
}

/** 6.4: "6.4 ms"; 1234: "1.2 s". */
export function milliseconds(ms: number): string {
  if (ms >= 1000) return `${SHORT.format(ms / 1000)} s`
  return ms >= 10 ? `${Math.round(ms)} ms` : `${SHORT.format(ms)} ms`
}

const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS
const DAY_SECONDS = 24 * HOUR_SECONDS

/** 5400 seconds: "1.5 h". */
export function duration(seconds: number): string {
  if (seconds === 0) return '0'
  const hours = seconds / HOUR_SECONDS
  if (hours >= 48) return `${SHORT.format(hours / 24)} days`
  if (hours >= 1) return `${SHORT.format(hours)} h`
  const minutes = seconds / MINUTE_SECONDS
  return minutes >= 1 ? `${SHORT.format(minutes)} min` : `${SHORT.format(seconds)} s`
}

export interface SeriesWords {
  title: string
  /** The plot in words, for screen readers. */
  description: string
  format(value: number): string
  /** How much an axis up to `largest` counts in, so that its steps are round; 1 unless given. */
  unit?(largest: number): number
}

/** In which unit `duration` says a value, in seconds. */
export function durationUnit(largest: number): number {
  if (largest >= 2 * DAY_SECONDS) return DAY_SECONDS
  if (largest >= HOUR_SECONDS) return HOUR_SECONDS
  return largest >= MINUTE_SECONDS ? MINUTE_SECONDS : 1
}

/** In display order. */
export const SERIES_WORDS: Record<SeriesName, SeriesWords> = {
  sign_ups: {
    title: 'Sign-ups',
    description: 'New accounts, without guests of the demo.',
    format: formatCount,
  },
  active_plans: {
    title: 'Active plans',
    description: 'Plans that are active at the end of the day.',
    format: formatCount,
  },
  paid_plans: {
    title: 'Paid plans',
    description: 'Active plans that cost something.',
    format: formatCount,
  },
  revenue_cents: {
    title: 'Monthly recurring revenue',
    description: 'What paid plans in US dollars bring in a month; a year’s price counts a twelfth.',
    format: money,
  },
  reveals: { title: 'Reveals', description: 'Contacts revealed.', format: formatCount },
  exports: { title: 'Exports', description: 'Files exported.', format: formatCount },
  searches: {
    title: 'Searches',
    description: 'Searches answered; turning a page is none.',
    format: formatCount,
  },
  search_p50: {
    title: 'Search time, median',
    description: 'Half of the searches took the server no longer.',
    format: milliseconds,
  },
  search_p95: {
    title: 'Search time, 95th percentile',
    description: 'Of a hundred searches, ninety-five took the server no longer.',
    format: milliseconds,
  },
  decisions: {
    title: 'Decisions',
    description: 'Resumes approved or rejected.',
    format: formatCount,
  },
  decision_seconds: {
    title: 'Time to decision',
    description: 'From the confirmed resume to its decision, the median.',
    format: duration,
    unit: durationUnit,
  },
}

/** A value, or a dash without one. */
export function valueWords(value: number | null, format: (value: number) => string): string {
  return value === null ? NOTHING : format(value)
}

/** A figure's change from the period before. */
export function changeWords(now: number | null, before: number | null): string {
  if (now === null) return 'not recorded'
  if (before === null) return 'not recorded before'
  if (before === 0) return now === 0 ? 'as before' : 'none before'
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return 'as before'
  return `${formatCount(Math.abs(percent))}% ${percent > 0 ? 'more' : 'less'} than before`
}

// Days are UTC's, in every time zone.
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-US', {
  ...{ month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
})

/** "Nov 3" */
export function dayWords(day: string): string {
  return DAY.format(Date.parse(day))
}

/** "Nov 3, 2026", or with a step of a week "Nov 3 – Nov 9, 2026". */
export function spanWords(start: string, step: number): string {
  const first = new Date(start)
  if (step === 1) return DAY_OF_YEAR.format(first)
  const last = new Date(first.getTime() + (step - 1) * DAY_MS)
  const isOneYear = first.getUTCFullYear() === last.getUTCFullYear()
  return `${(isOneYear ? DAY : DAY_OF_YEAR).format(first)} – ${DAY_OF_YEAR.format(last)}`
}

/** A point as screen readers read it: "Nov 3, 2026: 12, before 8". */
export function pointWords(
  start: string,
  step: number,
  now: number | null,
  before: number | null,
  format: (value: number) => string,
): string {
  return `${spanWords(start, step)}: ${valueWords(now, format)}, before ${valueWords(before, format)}`
}

const PLACES = new Map<string, string>([...US_STATES, ...CANADIAN_PROVINCES])

const AGES: Record<string, string> = {
  '30': 'Up to 30 days',
  '90': '30 to 90 days',
  '180': '90 days to half a year',
  '365': 'Half a year to a year',
  '730': 'One to two years',
  older: 'Older',
  never: 'Never checked',
}

/** The name of a value in a comparison. */
export function shareName(of: SharesName, key: string): string {
  if (of === 'states') return PLACES.get(key) ?? key
  if (of === 'contact_ages') return AGES[key] ?? key
  return key === '' ? 'Everything else' : key
}
