import { BRAND } from '#sync/contract/brand.ts'
import { isolated, letterMail } from './layout.ts'
import type { Mail } from './mailer.ts'

/** A watched search, with the number of people in its news. */
interface SearchNews {
  name: string
  /** The time since which news are counted. */
  read_at: Date
  new_count: number
  moved_count: number
  gone_count: number
  verified_count: number
}

/** The most searches that one mail names; the others are counted. */
const NAMED = 20

/** The daily mail about the news of watched searches. Privacy: it names no person. */
export function newsMail(
  to: string,
  news: readonly SearchNews[],
  { openUrl, pageUrl, offUrl }: { openUrl: string; pageUrl: string; offUrl: string },
): Mail {
  const one = news.length === 1 ? news[0] : undefined
  const subject = one
    ? `What is new to “${isolated(one.name)}”`
    : `What is new to ${news.length} of your saved searches`
  const more = news.length - NAMED
  const mail = letterMail(to, {
    subject,
    preview: news.map(countsOf).slice(0, 3).join(', '),
    heading: 'What is new',
    paragraphs: [
      ...news.slice(0, NAMED).map((each) => `${isolated(each.name)}: ${countsOf(each)}`),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    button: { label: 'See who it is', url: openUrl },
    footnote: `You receive this at most once a day because you watch saved searches at ${BRAND}. Turn it off: ${pageUrl}`,
  })
  return { ...mail, offUrl }
}

/**
 * The date is part of it: a mail may be read days later, in any time zone, where a weekday would
 * not suffice.
 */
const SINCE = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** The counts of a search in words: "4 new · 3 re-verified since Tue, Nov 24". */
function countsOf({ read_at, ...news }: SearchNews): string {
  const counts = [
    [news.new_count, 'new'],
    [news.moved_count, 'moved'],
    [news.gone_count, 'gone'],
    [news.verified_count, 're-verified'],
  ] as const
  const words = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`)
  return `${words.join(' · ')} since ${SINCE.format(read_at)}`
}
