export const DAY_MS = 86_400_000

/** How long ago an ISO instant was, in whole days, months or years: "12 days ago". */
export function formatAge(instant: string, now: Date = new Date()): string {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / DAY_MS))
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  if (days < 60) return `${days} days ago`
  const months = Math.floor(days / 30.44)
  if (months < 24) return `${months} months ago`
  return `${Math.floor(days / 365.25)} years ago`
}

/** How long ago an instant was, as of work under way: "now", "4 min ago", "2 h ago", "12 days ago". */
export function formatAgo(instant: Date, now: Date = new Date()): string {
  const minutes = Math.floor((now.getTime() - instant.getTime()) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  return formatAge(instant.toISOString(), now)
}

const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' })

/** The day of an ISO instant, in local time: "Aug 4, 2026". */
export function formatDay(instant: string): string {
  return DAY.format(new Date(instant))
}

// In UTC: west of Greenwich, local time would show the first of a month as the month before.
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/**
 * A year and month of the directory: "2026-07" → "July 2026". A year alone, or other text, is unchanged.
 */
export function formatStart(start: string | null): string | null {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])(?:-\d{2})?$/.exec(start?.trim() ?? '') ?? []
  return year && month ? MONTH.format(Date.UTC(Number(year), Number(month) - 1)) : start
}

const CLOCK = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** The time of day of an ISO instant, in local time: "7:00 PM". */
export function formatClock(instant: string): string {
  return CLOCK.format(new Date(instant))
}

const MOMENT = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hour12: true,
})

/** Day and time of an ISO instant, in local time: "Aug 4, 2026, 7:00 PM". */
export function formatMoment(instant: string): string {
  return MOMENT.format(new Date(instant))
}
