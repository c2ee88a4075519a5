/** A day as rows have it: `2026-11-23`, in the time zone of the device. */
export function dayOf(instant: Date): string {
  const [year, month, day] = [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

export const today = (now = new Date()): string => dayOf(now)

/** By how many minutes the device's clock is ahead of UTC. */
export const utcOffset = (): number => -new Date().getTimezoneOffset()

/** The day so many days after another. */
export function addDays(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dayOf(new Date(year, month - 1, date + days))
}

/** The next Monday, never the day itself. */
export function nextMonday(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const weekday = new Date(year, month - 1, date).getDay()
  return addDays(day, ((8 - weekday) % 7) + (weekday === 1 ? 7 : 0))
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})
const WITH_YEAR = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

/** "today", "tomorrow", "yesterday", "Mon, Aug 4", in another year "Aug 4, 2027". */
export function dayWords(day: string, now = new Date()): string {
  const present = today(now)
  if (day === present) return 'today'
  if (day === addDays(present, 1)) return 'tomorrow'
  if (day === addDays(present, -1)) return 'yesterday'
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const format = day.slice(0, 4) === present.slice(0, 4) ? WEEKDAY : WITH_YEAR
  return format.format(new Date(year, month - 1, date))
}
