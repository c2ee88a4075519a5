import { BRAND } from '#sync/contract/brand.ts'
import { letterMail } from './layout.ts'
import type { Mail } from './mailer.ts'

/** A watched search with how many people are in its news. */
interface SearchNews {
  name: string
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
  { openUrl, settingsUrl, offUrl }: { openUrl: string; settingsUrl: string; offUrl: string },
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
    footnote: `You receive this at most once a day because you watch saved searches at ${BRAND}. Turn it off under Account, Notifications: ${settingsUrl}`,
  })
  return { ...mail, offUrl }
}

function countsOf({ new_count, moved_count, gone_count, verified_count }: SearchNews): string {
  const counts = [
    [new_count, 'new'],
    [moved_count, 'moved'],
    [gone_count, 'gone'],
    [verified_count, 're-verified'],
  ] as const
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(' · ')
}

/** A name whose direction does not turn the text around it. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`
}
