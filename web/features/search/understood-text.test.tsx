import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Reading } from '#api/contract/search.ts'
import { NO_FILTERS } from './filters.ts'
import { UnderstoodText } from './understood-text.tsx'

const READINGS: Reading[] = [
  { text: 'looking for', from: 0, to: 11, kind: 'filler', values: [] },
  {
    text: 'cardiolgist',
    from: 12,
    to: 23,
    kind: 'specialty',
    values: ['Cardiology'],
    corrected: 'cardiologist',
  },
  { text: 'RN', from: 24, to: 26, kind: 'credential', values: ['RN'], group: 1 },
  { text: 'LPN', from: 30, to: 33, kind: 'credential', values: ['LPN'], group: 1 },
  { text: 'texas', from: 34, to: 39, kind: 'state', values: ['Texas'] },
  { text: '-travel', from: 40, to: 47, kind: 'word', values: [], isExcluded: true },
]
const QUERY = 'looking for cardiolgist RN OR LPN texas -travel'

function shown(filters: Partial<typeof NO_FILTERS>, readings: Reading[] | undefined): string[] {
  const page = renderToStaticMarkup(
    <UnderstoodText
      understood={{ filters: { ...NO_FILTERS, ...filters }, readings, isStale: false }}
      onChange={() => undefined}
    />,
  )
  return [...page.matchAll(/<li[^>]*>(.*?)<\/li>/g)].map(([, item = '']) =>
    item.replace(/<[^>]+>/g, ''),
  )
}

it('says how each part was read, what it was corrected to, alternatives and what is left out', () => {
  expect(shown({ query: QUERY }, READINGS)).toEqual([
    'looking for',
    'cardiologist, for cardiolgist',
    'RN',
    'or',
    'LPN',
    'in Texas',
    'not travel',
    `Search exactly for “${QUERY}”`,
  ])
})

it('keeps the line with the text until it is known how that is read', () => {
  expect(shown({ query: 'md' }, undefined)).toEqual(['“md”', 'Search exactly for “md”'])
})

it('says that a text is taken exactly, and offers to understand it', () => {
  expect(shown({ query: 'md', exact: true }, undefined)).toEqual([
    'Exactly “md”',
    'Understand the words',
  ])
})

it('is not there without a text', () => {
  expect(shown({}, undefined)).toEqual([])
})
