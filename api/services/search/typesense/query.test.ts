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

/** All that a filter may consist of: clauses of lists of words of letters and digits. */
const SAFE = /^terms:\[[a-z0-9]+([ ,][a-z0-9]+)*\]( && terms:\[[a-z0-9]+([ ,][a-z0-9]+)*\])*$/

it('SEARCH-40 ANDs the words of a value, ORs values, ANDs filters', () => {
  expect(filterOf({ title: ['Charge Nurse', 'rn'], state: ['TX'] })).toBe(
    'terms:[tcharge tnurse,trn] && terms:[s054058]',
  )
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
    '] || ordinal:>0 || terms:[a',
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

it('stays below the operations a filter may have, however many values there are', () => {
  const many = Array.from({ length: FILTER_VALUES_MAX }, (_, i) => `one two three ${i}`)
  const every = Object.keys(filters({})).map((name) => [name, name === 'query' ? 'a b' : many])
  const filter = filterBy(clausesOf(filters(Object.fromEntries(every)))).filter_by ?? ''
  expect(filter.split(' && ')).toHaveLength(12)
})

it('SEARCH-18 sorts by value, then by ordinal, those without a value last', () => {
  expect(sortBy(undefined)).toBe('ordinal:asc')
  expect(sortBy({ key: 'name', direction: 'asc' })).toBe(
    'sort_name(missing_values: last):asc,ordinal:asc',
  )
  expect(sortBy({ key: 'name', direction: 'desc' })).toBe(
    'sort_name(missing_values: last):desc,tie_name:desc',
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
      'facet_specialty,facet_companySize,facet_companyRevenue,facet_companyIndustry',
      'terms:[tnurse] && terms:[s054058]',
    ],
    ['facet_state', 'terms:[tnurse]'],
  ])
})
