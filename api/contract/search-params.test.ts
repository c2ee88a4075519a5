import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FILTERS, LIST_FILTERS, type ListFilter, TAG_FILTERS } from '#db/schema/filters.ts'
import { US_STATES } from '#db/schema/regions.ts'
import { SORT_KEYS, TAGS_MAX } from '#db/schema/vocabulary.ts'
import {
  paramsOfSavedSearch,
  parseSearchParams,
  SEARCH_TABS,
  type SearchParams,
  toSearchUrl,
  withFilters,
} from './search-params.ts'

const START = parseSearchParams({})
const CLOSED = LIST_FILTERS.flatMap((key) => {
  const filter = FILTERS[key]
  return 'oneOf' in filter ? [[key, filter.oneOf] as [ListFilter, readonly string[]]] : []
})

const text = fc
  .string({ unit: fc.constantFrom('a', 'é', ',', '\\', ' ', '&', '%', '+', '"', '7', '漢') })
  .map((value) => value.trim())
const value = text.filter((candidate) => candidate !== '')
const anyParams: fc.Arbitrary<SearchParams> = fc
  .record({
    query: text,
    isExact: fc.boolean(),
    closed: fc.tuple(
      ...CLOSED.map(([key, values]) =>
        fc.subarray([...values], { maxLength: key === 'verifiedWithin' ? 1 : undefined }),
      ),
    ),
    lists: fc.tuple(...LIST_FILTERS.map(() => fc.uniqueArray(value, { maxLength: TAGS_MAX }))),
    state: fc.option(fc.constantFrom(...US_STATES.map(([code]) => code))),
    page: fc.integer({ min: 1, max: 400_000 }),
    sortKey: fc.option(fc.constantFrom(...SORT_KEYS)),
    isDescending: fc.boolean(),
    tab: fc.constantFrom(...SEARCH_TABS),
  })
  .map(({ query, isExact, lists, closed, state, page, sortKey, isDescending, tab }) => ({
    filters: {
      ...START.filters,
      ...Object.fromEntries(LIST_FILTERS.map((key, index) => [key, lists[index] ?? []])),
      ...Object.fromEntries(CLOSED.map(([key], index) => [key, closed[index] ?? []])),
      query,
      exact: isExact && query !== '',
      state: state ? [state] : [],
    },
    page,
    sortKey,
    sortDirection: sortKey && isDescending ? 'desc' : 'asc',
    tab,
    news: null,
  }))

describe('the address of a search', () => {
  it('SEARCH-12 SEARCH-14 brings every search back, commas included', () => {
    fc.assert(
      fc.property(anyParams, (params) => {
        const written = Object.entries(toSearchUrl(params)).map(([key, at]) => [key, String(at)])
        const query = new URLSearchParams(new URLSearchParams(written).toString())
        expect(parseSearchParams(Object.fromEntries(query))).toEqual(params)
      }),
    )
  })

  it('survives any query string', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (url) => {
        const params = parseSearchParams(url)
        expect(parseSearchParams(toSearchUrl(params))).toEqual(params)
      }),
    )
  })

  it('SEARCH-14 escapes a comma inside a value', () => {
    const filters = { ...START.filters, organization: ['Hale, Moss & Co', 'Reno \\ Clinic'] }
    const url = toSearchUrl({ ...START, filters })
    expect(url.organization).toBe('Hale\\, Moss & Co,Reno \\\\ Clinic')
    expect(parseSearchParams(url).filters).toEqual(filters)
  })

  it('SEARCH-13 leaves out what is at its default, and writes tab only when not results', () => {
    expect(toSearchUrl(START)).toEqual({})
    expect(toSearchUrl({ ...START, tab: 'saved-lists', page: 3 })).toEqual({
      tab: 'saved-lists',
      page: 3,
    })
  })

  it('SEARCH-15 takes a page that is not a positive number as 1', () => {
    for (const page of ['0', '-2', 'two', '', '1.5', '1e3', null, {}, Number.NaN, -1]) {
      expect(parseSearchParams({ page }).page).toBe(1)
    }
    expect(parseSearchParams({ page: '12' }).page).toBe(12)
    expect(parseSearchParams({ page: 12 }).page).toBe(12)
  })

  it('reads the three tabs and falls back to results', () => {
    expect(parseSearchParams({ tab: 'saved-searches' }).tab).toBe('saved-searches')
    expect(parseSearchParams({ tab: 'saved-lists' }).tab).toBe('saved-lists')
    expect(parseSearchParams({ tab: 'admin' }).tab).toBe('results')
  })

  it('takes times of news that the API takes, and of no other year', () => {
    const news = crypto.randomUUID()
    const [after, until] = ['2026-08-04T12:00:00.000Z', '2026-08-05T12:00:00.000Z']
    expect(parseSearchParams({ news, after, until }).news).toEqual({
      search_id: news,
      after,
      until,
    })
    const far = '+275760-09-13T00:00:00.000Z'
    expect(parseSearchParams({ news, after, until: far }).news).toEqual({ search_id: news })
  })

  it('SEARCH-18 reads sort key and direction, and no direction without a key', () => {
    const sorted = parseSearchParams({ sortKey: 'organization', sortDirection: 'desc' })
    expect([sorted.sortKey, sorted.sortDirection]).toEqual(['organization', 'desc'])
    const unsorted = parseSearchParams({ sortKey: 'npi', sortDirection: 'desc' })
    expect([unsorted.sortKey, unsorted.sortDirection]).toEqual([null, 'asc'])
    const fresh = parseSearchParams({ sortKey: 'verified' })
    expect([fresh.sortKey, fresh.sortDirection]).toEqual(['verified', 'desc'])
    expect(toSearchUrl(fresh)).toEqual({ sortKey: 'verified' })
  })

  it('SEARCH-23 holds one state as a two-letter code', () => {
    expect(parseSearchParams({ state: 'ca' }).filters.state).toEqual(['CA'])
    expect(parseSearchParams({ state: 'CA,NV' }).filters.state).toEqual([])
    expect(parseSearchParams({ state: 'California' }).filters.state).toEqual([])
  })

  it('SEARCH-22 keeps at most five values of a text filter', () => {
    for (const key of TAG_FILTERS) {
      expect(parseSearchParams({ [key]: 'a,b,c,d,e,f' }).filters[key]).toEqual([
        'a',
        'b',
        'c',
        'd',
        'e',
      ])
    }
  })

  it('SEARCH-21 trims values and drops empty and repeated ones', () => {
    expect(parseSearchParams({ city: ' Reno ,,Reno, Sparks' }).filters.city).toEqual([
      'Reno',
      'Sparks',
    ])
  })

  it('SEARCH-12 reads a copied text without its soft hyphens, zero widths and marks of direction', () => {
    const typed = '\u202aAnesthesi\u00adology\u202c \u200bNu\u0301n\u0303ez\ufeff'
    expect(parseSearchParams({ query: typed }).filters.query).toBe(
      'Anesthesiology Nu\u0301n\u0303ez',
    )
    expect(parseSearchParams({ query: '\u200b' }).filters.query).toBe('')
  })

  it('takes the text exactly where the address says so, and there is text', () => {
    expect(parseSearchParams({ query: 'MD', exact: '1' }).filters.exact).toBe(true)
    expect(parseSearchParams({ query: 'MD', exact: 'yes' }).filters.exact).toBe(false)
    expect(parseSearchParams({ exact: '1' }).filters.exact).toBe(false)
    expect(toSearchUrl(parseSearchParams({ query: 'MD', exact: '1' }))).toEqual({
      query: 'MD',
      exact: '1',
    })
  })

  it('SEARCH-12 reads which contacts, how fresh and who is left out, and no other words', () => {
    const { filters } = parseSearchParams({
      hasContact: 'mobile,pager,work_email',
      verifiedWithin: '30,90',
      leaveOut: 'revealed,everybody',
      credential: 'MD,RN',
      npi: '1234567893',
    })
    expect(filters).toEqual({
      ...START.filters,
      hasContact: ['mobile', 'work_email'],
      verifiedWithin: ['30'],
      leaveOut: ['revealed'],
      credential: ['MD', 'RN'],
      npi: ['1234567893'],
    })
  })

  it('DATA-11 sends a country only when the address names one', () => {
    expect(START.filters.country).toEqual([])
    expect(parseSearchParams({ country: 'Canada' }).filters.country).toEqual(['Canada'])
  })
})

describe('changing a search', () => {
  it('SEARCH-19 starts new filters on page 1 of the results and keeps the order', () => {
    const before = parseSearchParams({ page: 4, tab: 'saved-lists', sortKey: 'name' })
    const after = withFilters(before, { ...START.filters, query: 'icu' })
    expect(after).toEqual({
      ...START,
      sortKey: 'name',
      filters: { ...START.filters, query: 'icu' },
    })
  })

  it("SEARCH-16 applies a saved search's parameters, older names included", () => {
    const params = paramsOfSavedSearch({
      specialty: ['Cardiology', 'Hale, Moss'],
      state: 'NV',
      jobTitle: 'Chief',
      location: 'Reno',
      page: 7,
    })
    expect(params).toEqual({
      ...START,
      filters: {
        ...START.filters,
        specialty: ['Cardiology', 'Hale, Moss'],
        state: ['NV'],
        title: ['Chief'],
        city: ['Reno'],
      },
    })
  })

  it('SAVED-09 takes the text of a saved search exactly unless it says that it is understood', () => {
    expect(paramsOfSavedSearch({ query: 'md texas' }).filters).toMatchObject({
      query: 'md texas',
      exact: true,
    })
    expect(paramsOfSavedSearch({ query: 'md texas', v: 2 }).filters.exact).toBe(false)
    expect(paramsOfSavedSearch({ query: 'md texas', exact: '1', v: 2 }).filters.exact).toBe(true)
    expect(paramsOfSavedSearch({ specialty: 'Urology' }).filters.exact).toBe(false)
  })
})
