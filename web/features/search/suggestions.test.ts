import { describe, expect, it } from 'vitest'
import { parseSearchParams } from '#api/contract/search-params.ts'
import { NO_FILTERS } from './filters.ts'
import { endingsOf, filterOptions, NO_SUGGESTIONS, suggestionGroups } from './suggestions.ts'

const PARAMS = parseSearchParams({ query: 'nurse in hou', state: 'NV', page: 3, sortKey: 'name' })
const SUGGESTIONS = {
  specialties: [{ name: 'Hospitalist', count: 12 }],
  cities: [{ name: 'Houston, TX', city: 'Houston', state: 'TX', count: 1204 }],
  organizations: [{ name: 'Houston Methodist', count: 31 }],
  titles: [{ name: 'House Supervisor', count: 9 }],
  skills: [],
  people: [{ name: 'Ada Houghton', count: 1 }],
}
const SAVED = [
  { id: 's1', name: 'Nurses in Houston', search_params: { query: 'rn', v: 2 } },
  { id: 's2', name: 'Urology', search_params: { specialty: 'Urology' } },
]

const groupsOf = (more = {}) =>
  suggestionGroups({
    params: PARAMS,
    text: 'nurse in hou',
    ending: 'hou',
    suggestions: SUGGESTIONS,
    savedSearches: SAVED,
    ...more,
  })

describe('what is being typed', () => {
  it('is the whole text, then its last words, from two letters on', () => {
    expect(endingsOf(' nurse  in hou ')).toEqual(['nurse in hou', 'in hou', 'hou'])
    expect(endingsOf('los a')).toEqual(['los a'])
    expect(endingsOf('hou')).toEqual(['hou'])
    expect(endingsOf('h')).toEqual([])
    expect(endingsOf(' new  york ', 'city')).toEqual(['new york'])
    expect(endingsOf('  ')).toEqual([])
  })
})

describe('suggestions', () => {
  it('come in groups with counts, one’s own searches among them, empty groups left out', () => {
    expect(
      groupsOf().map(({ title, options }) => [
        title,
        options.map(({ label, count }) => [label, count]),
      ]),
    ).toEqual([
      ['Specialties', [['Hospitalist', 12]]],
      ['Cities', [['Houston, TX', 1204]]],
      ['Employers', [['Houston Methodist', 31]]],
      ['Saved searches', [['Nurses in Houston', null]]],
      ['People', [['Ada Houghton', 1]]],
    ])
    expect(groupsOf({ suggestions: NO_SUGGESTIONS, savedSearches: [] })).toEqual([])
  })

  it('become filters in place of what was typed, and start on the first page', () => {
    const [specialty, city, employer, saved, person] = groupsOf().map(
      ({ options }) => options[0]?.params,
    )
    const start = { ...PARAMS, page: 1 }
    const rest = { ...NO_FILTERS, query: 'nurse', state: ['NV'] }
    expect(specialty).toEqual({ ...start, filters: { ...rest, specialty: ['Hospitalist'] } })
    expect(city).toEqual({ ...start, filters: { ...rest, city: ['Houston'], state: ['TX'] } })
    expect(employer).toEqual({
      ...start,
      filters: { ...rest, organization: ['Houston Methodist'] },
    })
    expect(saved).toEqual(parseSearchParams({ query: 'rn' }))
    expect(person).toEqual({ ...start, filters: { ...rest, query: 'nurse Ada Houghton' } })
  })

  it('leave no text where all of it was being typed', () => {
    const [, city] = groupsOf({ text: 'in hou', ending: 'hou' })
    expect(city?.options[0]?.params.filters).toMatchObject({ query: '', city: ['Houston'] })
  })
})

describe('suggestions for a filter', () => {
  const chosen = (more: Partial<typeof NO_FILTERS>, filter: 'city' | 'organization' | 'title') =>
    filterOptions({ ...NO_FILTERS, ...more }, filter, SUGGESTIONS)[0]?.filters

  it('are the values of its own list with their counts', () => {
    const labels = (filter: 'city' | 'organization' | 'title' | 'skills') =>
      filterOptions(NO_FILTERS, filter, SUGGESTIONS).map(({ label, count }) => [label, count])
    expect(labels('city')).toEqual([['Houston, TX', 1204]])
    expect(labels('organization')).toEqual([['Houston Methodist', 31]])
    expect(labels('title')).toEqual([['House Supervisor', 9]])
    expect(labels('skills')).toEqual([])
  })

  it('are added to its values', () => {
    const organization = ['Mercy']
    expect(chosen({ organization }, 'organization')).toEqual({
      ...NO_FILTERS,
      organization: ['Mercy', 'Houston Methodist'],
    })
  })

  it('SEARCH-21 SEARCH-22 are none that it has already, whatever the case, and none where it is full', () => {
    expect(chosen({ city: ['HOUSTON'] }, 'city')).toBeUndefined()
    expect(chosen({ title: ['a', 'b', 'c', 'd', 'e'] }, 'title')).toBeUndefined()
  })

  it('bring a city’s state along, and drop it where cities are in several', () => {
    const state = (more: Partial<typeof NO_FILTERS>) => chosen(more, 'city')?.state
    expect(state({})).toEqual(['TX'])
    expect(state({ state: ['NV'] })).toEqual(['TX'])
    expect(state({ city: ['Dallas'], state: ['TX'] })).toEqual(['TX'])
    expect(state({ city: ['Chicago'], state: ['IL'] })).toEqual([])
    expect(state({ city: ['Springfield'] })).toEqual([])
  })
})
