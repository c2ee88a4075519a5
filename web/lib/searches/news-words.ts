import { NEWS_KINDS, type NewsKind } from '#db/schema/watch-words.ts'
import { formatCount } from '#web/lib/format.ts'
import { DAY_MS, formatClock } from '#web/lib/format-time.ts'

/** People in news by kind. */
export type NewsCounts = Record<NewsKind, number>

export const NEWS_WORDS: Record<NewsKind, string> = {
  new: 'new',
  moved: 'moved',
  gone: 'gone',
  verified: 're-verified',
}

/** The kinds there are news of, in words: "+4 new · 2 moved · 1 gone". Empty without news. */
export function newsSentence(counts: NewsCounts): string {
  return NEWS_KINDS.filter((kind) => counts[kind] > 0)
    .map((kind) => `${kind === 'new' ? '+' : ''}${formatCount(counts[kind])} ${NEWS_WORDS[kind]}`)
    .join(' · ')
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short' })
const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short' })
const WEEK_MS = 6 * DAY_MS

/** A time since which something is so, in local time: "2:30 PM" today, "Tue", "Aug 4". */
export function formatSince(instant: Date, now: Date = new Date()): string {
  if (instant.toDateString() === now.toDateString()) return formatClock(instant.toISOString())
  return now.getTime() - instant.getTime() < WEEK_MS ? WEEKDAY.format(instant) : DAY.format(instant)
}
