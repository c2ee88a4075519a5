import { expect, it } from 'vitest'
import { searchRequest } from '#api/contract/search.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { Random } from '#db/generate/random.ts'
import { FILTERS } from '#db/schema/filters.ts'
import { drawVisits, LIST_FILTERS, type Visit, type Vocabulary } from './query-mix.ts'

const PERSON: SearchDocument = {
  ordinal: 1,
  changed_xid: '1',
  first_name: 'Ada',
  middle_name: null,
  last_name: 'Exampleton',
  credential: 'RN',
  npi: '1000000004',
  title: 'Staff Nurse',
  specialty: 'Cardiology',
  organization: 'Mercy Test Hospital',
  company_size: '5000+',
  company_industry: 'Education',
  company_revenue: '$1B+',
  city: 'Springfield',
  state: 'IL',
  office_zip: null,
  country: 'United States',
  skills: ['Triage'],
  education: [{ school: 'Test State University', degree: null, year: null }],
  contacts: [{ kind: 'phone', verified_at: '2026-11-20T00:00:00Z' }],
}
const LISTED: Record<string, readonly string[]> = {
  hasContact: FILTERS.hasContact.oneOf,
  verifiedWithin: FILTERS.verifiedWithin.oneOf,
}
const VOCABULARY: Vocabulary = {
  people: [PERSON],
  values: Object.fromEntries(
    LIST_FILTERS.map((filter) => [filter, LISTED[filter] ?? ['another value']]),
  ) as unknown as Vocabulary['values'],
}

function draw(count: number, seed = 1): Visit[] {
  const visits = drawVisits(new Random(seed), VOCABULARY)
  return Array.from({ length: count }, () => visits.next().value)
}

const COUNTS = {
  simple: [1, 1],
  medium: [2, 3],
  complex: [4, 5],
  ultra: [6, 8],
  sentence: [1, 1],
} as const

it('draws each class with its number of filters and its share', () => {
  const visits = draw(4000)
  const seen = { simple: 0, medium: 0, complex: 0, ultra: 0, sentence: 0 }
  for (const { queryClass, body } of visits) {
    const [least, most] = COUNTS[queryClass]
    const { exact: _, ...used } = body.filters
    const filters = Object.keys(used).length
    expect(filters).toBeGreaterThanOrEqual(least)
    expect(filters).toBeLessThanOrEqual(most)
    seen[queryClass] += 1
  }
  for (const [queryClass, share] of [
    ['simple', 0.2],
    ['medium', 0.28],
    ['complex', 0.2],
    ['ultra', 0.12],
    ['sentence', 0.2],
  ] as const) {
    expect(seen[queryClass] / visits.length).toBeCloseTo(share, 1)
  }
})

it('draws only what the API takes, with every sort in both directions', () => {
  const sorts = new Set<string>()
  for (const { body } of draw(2000)) {
    expect(searchRequest.safeParse(body).error).toBeUndefined()
    if (body.sortKey) sorts.add(`${body.sortKey} ${body.sortDirection}`)
  }
  expect(sorts.size).toBe(12)
})

it('draws the same searches from the same seed', () => {
  expect(draw(50, 3)).toEqual(draw(50, 3))
  expect(draw(50, 3)).not.toEqual(draw(50, 4))
})
