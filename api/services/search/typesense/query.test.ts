import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  FILTER_VALUES_MAX,
  type SearchFilters,
  searchFilters,
} from '../../../../db/schema/search.ts'
import { COMPANY_INDUSTRIES, COMPANY_REVENUES } from '../../../../db/schema/vocabulary.ts'
import { clausesOf } from '../embedded/tokens.ts'
import { facetSearches, filterBy, pageSearches, sortBy } from './query.ts'

const filters = (given: Partial<SearchFilters>) => searchFilters.parse(given)
const filterOf = (given: Partial<SearchFilters>) => filterBy(clausesOf(filters(given))).filter_by

/** All that a filter may consist of: comparisons with words of letters and digits, and what joins them. */
const VALUE = '[a-z0-9]+\\*?( [a-z0-9]+)*'
const COMPARISON = `\\w+:(\\[${VALUE}(,${VALUE})*\\]|${VALUE})`
const SAFE = new RegExp(`^\\(*${COMPARISON}\\)*( (&&|\\|\\|) \\(*${COMPARISON}\\)*)*$`)

it('SEARCH-40 ANDs the words of a value, ORs values, ANDs filters', () => {
  expect(filterOf({ title: ['Charge Nurse', 'rn'], state: ['TX'] })).toBe(
    '(title:[rn] || (title:charge* && title:nurse*)) && state:[054058]',
  )
  expect(filterOf({ skills: ['icu', 'IV C', 'C of care'] })).toBe(
    '(skills:[icu*,iv c] || (skills:care* && skills:c of))',
  )
})

it('looks at every word that begins so, not at the first four', () => {
  const search = filterBy(clausesOf(filters({ title: ['nurse'] })))
  expect(search).toEqual({ filter_by: 'title:[nurse*]', max_filter_by_candidates: 10_000_000 })
})

it('SEARCH-40 has no filter where nothing narrows', () => {
  expect(filterOf({})).toBeUndefined()
  expect(filterOf({ title: ['--'] })).toBeUndefined()
})

it('SEARCH-25 SEARCH-24 tells every industry and revenue apart', () => {
  const written = [
    ...COMPANY_INDUSTRIES.map((value) => filterOf({ companyIndustry: [value] })),
    ...COMPANY_REVENUES.map((value) => filterOf({ companyRevenue: [value] })),
  ]
  expect(new Set(written).size).toBe(COMPANY_INDUSTRIES.length + COMPANY_REVENUES.length)
  for (const filter of written) expect(filter).toMatch(SAFE)
})

it('SEARCH-40 lets no value out of its place in the filter', () => {
  const grammar = fc.constantFrom(
    '`',
    ',',
    '(',
    ')',
    '[',
    ']',
    '&&',
    '||',
    ':=',
    '*',
    '..',
    "O'Brien",
    'Hospitals & Physicians Clinics',
    '$1M to <$10M',
    '] || ordinal:>0 || title:[a',
  )
  const odd = fc.string({
    unit: fc.constantFrom(...'aZ09 \n\\\'"<>$-_é’ςß日ﬁ𝒜\u0301'),
    maxLength: 8,
  })
  const value = fc
    .array(fc.oneof(grammar, odd), { maxLength: 6 })
    .map((parts) => parts.join(''))
    .filter((text) => text.length <= 200)
  const values = fc.array(value, { maxLength: 5 })
  fc.assert(
    fc.property(
      fc.record({
        query: value,
        title: values,
        specialty: values,
        companyIndustry: values,
      }),
      (given) => {
        const filter = filterOf(given)
        if (filter !== undefined) expect(filter).toMatch(SAFE)
      },
    ),
    { numRuns: 500 },
  )
})

it('takes any number of values in a comparison or two', () => {
  const many = Array.from({ length: FILTER_VALUES_MAX }, (_, i) => `word${i}`)
  const every = Object.keys(filters({})).map((name) => [name, name === 'query' ? 'ward' : many])
  const filter = filterOf(Object.fromEntries(every)) ?? ''
  expect(filter.split(/ && | \|\| /)).toHaveLength(12)
})

it('refuses what has more comparisons than Typesense takes, this one search alone', () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')
  expect(filterOf({ title: [words(25), words(25)] })?.split(/ && | \|\| /)).toHaveLength(50)
  expect(() => filterOf({ title: [words(26), words(25)] })).toThrow(
    expect.objectContaining({ kind: 'refused' }),
  )
})

it('SEARCH-18 sorts by value, then by ordinal, those without a value last', () => {
  expect(sortBy(undefined)).toBe('ordinal:asc')
  expect(sortBy({ key: 'name', direction: 'asc' })).toBe(
    'sort_name(missing_values: last):asc,ordinal:asc',
  )
  expect(sortBy({ key: 'name', direction: 'desc' })).toBe(
    'sort_name(missing_values: last):desc,missing_name:desc,ordinal:desc',
  )
})

it('SELECT-03 reads 500 people in two answers of at most 250', () => {
  const pages = pageSearches([], { offset: 1000, limit: 500 })
  expect(pages.map(({ offset, limit }) => [offset, limit])).toEqual([
    [1000, 250],
    [1250, 250],
  ])
})

it('counts facets that no filter is about together, each other one without its own filter', () => {
  const searches = facetSearches(clausesOf(filters({ state: ['TX'], title: ['nurse'] })))
  expect(searches.map(({ facet_by, filter_by }) => [facet_by, filter_by])).toEqual([
    [
      'specialty_name,companySize,companyRevenue,companyIndustry',
      'title:[nurse*] && state:[054058]',
    ],
    ['state', 'title:[nurse*]'],
  ])
})
