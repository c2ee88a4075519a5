import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { DAY_MS } from '#web/lib/format-time.ts'
import { ContactAge } from './contact-age.tsx'

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const PHONE: ContactKnown = { kind: 'phone', verified_at: null, source: 'nppes' }
const LISTED = { ...PHONE, listed_at: daysAgo(220) }

/** What is read in a container so narrow that everything optional is left out. */
const inNarrow = (contact: ContactKnown) =>
  renderToStaticMarkup(<ContactAge contact={contact} />)
    .replace(/<span class="@max[^>]*>[^<]*<\/span>/g, '')
    .replace(/<[^>]+>/g, '')

it.each([
  [LISTED, 'mobile, listed 7 mo ago'],
  [{ ...PHONE, verified_at: daysAgo(220) }, 'mobile, checked 7 mo ago'],
  [{ ...PHONE, verified_at: daysAgo(12) }, 'mobile, checked 12 d ago'],
  [{ ...PHONE, verified_at: daysAgo(900) }, 'mobile, checked 2 y ago'],
  [{ ...PHONE, verified_at: daysAgo(0) }, 'mobile, checked today'],
  [PHONE, 'mobile, never checked'],
])('in the least room the age is short, and it is said what it is the age of', (contact, words) => {
  expect(inNarrow(contact)).toBe(words)
})

it('in full: the kind, what was done, when, and by what source', () => {
  const html = renderToStaticMarkup(<ContactAge contact={LISTED} />)
  expect(html.replace(/<[^>]+>/g, '')).toBe('mobile, listed 7 months ago\u00a0·\u00a0NPPES')
})
