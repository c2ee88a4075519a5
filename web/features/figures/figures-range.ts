import { DEFAULT_FIGURE_DAYS, FIGURE_DAYS_MAX } from '#api/contract/figure-names.ts'
import { isRecordedDay } from '#web/lib/admin/recorded-day.ts'
import { DAY_MS } from '#web/lib/format-time.ts'

/** The days shown: `days` of them, 30 by default; up to `to`, today by default. */
export interface FiguresRange {
  days?: number
  to?: string
}

/** A range from the search params; invalid ones are left out. */
export function readFiguresSearch(search: Record<string, unknown>): FiguresRange {
  const days = typeof search.days === 'object' ? Number.NaN : Number(search.days)
  const isRange = Number.isInteger(days) && days >= 1 && days <= FIGURE_DAYS_MAX
  return {
    ...(isRange && days !== DEFAULT_FIGURE_DAYS ? { days } : {}),
    ...(isRecordedDay(search.to) ? { to: search.to } : {}),
  }
}

/** The range from one day to another, in either order; null where one is not a day. */
export function rangeBetween(a: string, b: string, today: string): FiguresRange | null {
  if (!isRecordedDay(a) || !isRecordedDay(b)) return null
  const [from = a, last = b] = [a, b].sort()
  const to = last < today ? last : today
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  const bounded = Math.min(Math.max(days, 1), FIGURE_DAYS_MAX)
  return readFiguresSearch({ days: bounded, ...(to === today ? {} : { to }) })
}
