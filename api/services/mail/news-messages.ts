import { BRAND } from '#sync/contract/brand.ts'
import { isolated, letterMail } from './layout.ts'
import type { Mail } from './mailer.ts'

/** A watched search with how many people are in its news. */
interface SearchNews {
  name: string
  /** News found later are in the counts. */
  read_at: Date
  new_count: number
  moved_count: number
  gone_count: number
  verified_count: number
}

/** Searches that one mail names; those after them are counted. */
const NAMED = 20

/** The daily mail of what is new to watched searches. No person is named in it. */
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

/** A mail is read days later, in any time zone: the weekday alone would not say which. */
const SINCE = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** "4 new · 3 re-verified since Tue, Nov 24". */
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
