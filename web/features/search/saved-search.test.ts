import { beforeEach, expect, it } from 'vitest'
import { paramsOfSavedSearch, parseSearchParams } from '#api/contract/search-params.ts'
import { searchSaving } from '#web/lib/searches/save-search.ts'
import { session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { isWorthSaving, NO_FILTERS } from './filters.ts'
import { savedSearchLabels, savedSearchOf, saveSearch } from './saved-search.ts'

const SEARCH = parseSearchParams({
  query: 'icu, nights',
  specialty: 'Cardiology,Hale\\, Moss',
  state: 'NV',
  title: 'Chief',
  sortKey: 'name',
  sortDirection: 'desc',
})

beforeEach(() => {
  toastStore.current = null
  searchSaving.params = null
  session.me = null
})

it('SAVED-09 what is saved opens as the same search, its order included, on its first page', () => {
  const saved = savedSearchOf({ ...SEARCH, page: 7, tab: 'saved-searches' })
  expect(saved).toMatchObject({ query: 'icu, nights', v: 2 })
  expect(paramsOfSavedSearch(JSON.parse(JSON.stringify(saved)))).toEqual(SEARCH)
  const exactly = { ...SEARCH, filters: { ...SEARCH.filters, exact: true } }
  expect(paramsOfSavedSearch(savedSearchOf(exactly))).toEqual(exactly)
})

it('SAVED-04 there is nothing to save without words or filters; the fixed country is none', () => {
  expect(isWorthSaving(NO_FILTERS)).toBe(false)
  expect(isWorthSaving({ ...NO_FILTERS, country: ['United States'] })).toBe(false)
  expect(isWorthSaving({ ...NO_FILTERS, query: 'icu' })).toBe(true)
  expect(isWorthSaving({ ...NO_FILTERS, companySize: ['5000+'] })).toBe(true)
  saveSearch({ ...SEARCH, filters: NO_FILTERS })
  expect(searchSaving.params).toBeNull()
})

it('SAVED-03 a visitor is told to log in, and asked for no name', () => {
  saveSearch(SEARCH)
  expect(toastStore.current).toMatchObject({
    title: 'Authentication required',
    description: 'You need to be logged in to save searches',
  })
  expect(searchSaving.params).toBeNull()
})

it('SAVED-08 says what a search looks for: specialties, location and job title, older names too', () => {
  expect(
    savedSearchLabels({ specialty: ['Urology'], location: 'Reno', jobTitle: 'Chief' }),
  ).toEqual(['Urology', 'Reno', 'Chief'])
  expect(savedSearchLabels(savedSearchOf(SEARCH))).toEqual([
    '“icu, nights”',
    'Cardiology',
    'Hale, Moss',
    'Nevada',
    'Chief',
  ])
})
