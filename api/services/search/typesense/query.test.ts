import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FILTER_VALUES_MAX, type SearchFilters, searchFilters } from '#api/contract/search.ts'
import { clausesOf } from '#api/services/search/embedded/clauses.ts'
import { type TextQuery, wordByWord } from '#api/services/search/text-query.ts'
import { COMPANY_INDUSTRIES, COMPANY_REVENUES } from '#db/schema/vocabulary.ts'
import { facetSearches, filterBy, pageSearches, sortBy } from './query.ts'

const filters = (given: Partial<SearchFilters>) => searchFilters.parse(given)
const clauses = (given: Partial<SearchFilters>, text: TextQuery = []) =>
  clausesOf({ filters: filters(given), text })
const filterOf = (given: Partial<SearchFilters>, text: TextQuery = []) =>
  filterBy(clauses(given, text)).filter_by

/**
 * The only syntax of a filter: comparisons with words of letters and digits, and operators between
 * them.
 */
const VALUE = '[a-z0-9]+\\*?( [a-z0-9]+)*'
const COMPARISON = `\\w+:(\\[${VALUE}(,${VALUE})*\\]|${VALUE})`
const SAFE = new RegExp(`^\\(*${COMPARISON}\\)*( (&&|\\|\\|) \\(*${COMPARISON}\\)*)*$`)

it('SEARCH-40 ANDs the words of a value, ORs values, ANDs filters', () => {
  expect(filterOf({ title: ['Charge Nurse', 'rn'], state: ['TX'] })).toBe(
    'state:[054058] && (title:[rn] || (title:charge* && title:nurse*))',
  )
  expect(filterOf({ skills: ['icu', 'IV C', 'C of care'] })).toBe(
    '(skills:[icu*,iv c] || (skills:care* && skills:c of))',
  )
})

it('looks at every word that begins so, not at the first four', () => {
  const search = filterBy(clauses({ title: ['nurse'] }))
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
      ({ query, ...given }) => {
        const filter = filterOf(given, wordByWord(query))
        if (filter !== undefined) expect(filter).toMatch(SAFE)
      },
    ),
    { numRuns: 500 },
  )
})

it('takes any number of values in a comparison or two', () => {
  const many = Array.from({ length: FILTER_VALUES_MAX }, (_, i) => `word${i}`)
  const { query: _, exact: __, hasContact, verifiedWithin, leaveOut, ...open } = filters({})
  const every = Object.keys(open).map((name) => [name, many])
  const listed = { hasContact, verifiedWithin, leaveOut }
  const filter = filterOf({ ...Object.fromEntries(every), ...listed }, wordByWord('ward')) ?? ''
  expect(filter.split(/ && | \|\| /)).toHaveLength(14)
})

it('refuses what has more comparisons than Typesense takes, this one search alone', () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')
  expect(filterOf({ title: [words(25), words(25)] })?.split(/ && | \|\| /)).toHaveLength(50)
  expect(() => filterOf({ title: [words(26), words(25)] })).toThrow(
    expect.objectContaining({ kind: 'refused' }),
  )
})

it('SEARCH-18 sorts by value, then by ordinal, those without a value last', () => {
  expect(sortBy([], undefined)).toBe('best:asc,ordinal:asc')
  expect(sortBy([], { key: 'name', direction: 'asc' })).toBe(
    'sort_name(missing_values: last):asc,ordinal:asc',
  )
  expect(sortBy([], { key: 'name', direction: 'desc' })).toBe(
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
  const searches = facetSearches(clauses({ state: ['TX'], title: ['nurse'] }))
  expect(searches.map(({ facet_by, filter_by }) => [facet_by, filter_by])).toEqual([
    [
      'specialty_name,companySize,companyRevenue,companyIndustry',
      'state:[054058] && title:[nurse*]',
    ],
    ['state', 'title:[nurse*]'],
  ])
})

it('SEARCH-40 excludes people with any of the matches, and all words of one', () => {
  const excluded: TextQuery = [
    {
      isExcluded: true,
      anyOf: [
        { field: 'title', how: 'words', value: 'nurse' },
        { field: 'skills', how: 'equal', value: 'ICU' },
        { field: 'name', how: 'prefixes', value: 'ana smith' },
      ],
    },
  ]
  expect(filterOf({}, excluded)).toBe(
    '(title:![nurse] && wholeSkill:![icu] && (name:!ana* || name:!smith*))',
  )
})

it('finds nobody by text that nobody can have', () => {
  const nothing: TextQuery = [
    { isExcluded: false, anyOf: [{ field: 'title', how: 'words', value: '--' }] },
  ]
  expect(filterOf({}, nothing)).toBe('ordinal:<0')
  expect(
    filterOf(
      {},
      nothing.map((clause) => ({ ...clause, isExcluded: true })),
    ),
  ).toBe('ordinal:>=0')
})

it('orders text by tiers, each with what it may match by', () => {
  const text: TextQuery = [
    {
      isExcluded: false,
      anyOf: [
        { field: 'specialty', how: 'equal', value: 'cardiology' },
        { field: 'title', how: 'words', value: 'cardiologist' },
        { field: 'any', how: 'prefixes', value: 'cardiologist' },
      ],
    },
    { isExcluded: true, anyOf: [{ field: 'name', how: 'words', value: 'smith' }] },
  ]
  const of = (...fields: string[]) => `(${fields.join(' || ')})`
  expect(sortBy(clauses({ state: ['TX'] }, text), undefined)).toBe(
    `_eval([(state:[054058] && specialty:[cardiology]):2,` +
      `(state:[054058] && ${of('specialty:[cardiology]', 'title:[cardiologist]')}):1]):desc,` +
      'best:asc,ordinal:asc',
  )
})

it('leaves a phrase and very many people to leave out to another engine', () => {
  const phrase: TextQuery = [
    { isExcluded: false, anyOf: [{ field: 'title', how: 'phrase', value: 'chief nurse' }] },
  ]
  const refused = expect.objectContaining({ kind: 'refused' })
  expect(() => filterOf({}, phrase)).toThrow(refused)
  expect(filterBy([], [3, 5]).filter_by).toBe('ordinal:!=[3,5]')
  expect(() =>
    filterBy(
      [],
      Array.from({ length: 1001 }, (_, i) => i),
    ),
  ).toThrow(refused)
})
