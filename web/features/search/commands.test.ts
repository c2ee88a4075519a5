import { describe, expect, it } from 'vitest'
import { paramsOfSavedSearch } from '#api/contract/search-params.ts'
import { type CommandSource, matchCommands } from './commands.ts'
import { NO_FILTERS } from './filters.ts'

const SOURCE = {
  hasResults: true,
  filters: NO_FILTERS,
  savedSearches: [{ id: 's1', name: 'Night shifts', search_params: { specialty: 'Urology' } }],
  lists: [{ id: 'l1', owner_id: 'the team', name: 'Phone on Monday' }],
  specialties: ['Cardiology', 'Urology'],
  places: [
    { label: 'Home', to: '/' },
    { label: 'Account Settings', to: '/account' },
    { label: 'Subscription', to: '/account', tab: 'subscription', alias: 'billing plan' },
  ],
} satisfies CommandSource

const labels = (typed: string, filters = NO_FILTERS) =>
  matchCommands(typed, { ...SOURCE, filters }).map(({ label }) => label)

describe('the command palette', () => {
  it('offers actions and screens before anything is typed', () => {
    expect(labels('')).toContain('Select all results')
    expect(labels('')).toContain('Home')
    expect(labels('')).not.toContain('Add specialty: Cardiology')
  })

  it('goes to the screens there are, and to no other', () => {
    const [found] = matchCommands('account', SOURCE)
    expect(found?.effect).toEqual({ kind: 'go', to: '/account' })
    expect(labels('screen')).toEqual([
      'Home',
      'Account Settings',
      'Search for “screen”',
      'Search exactly for “screen”',
    ])
  })

  it('offers first what has just the typed name', () => {
    const places = [...SOURCE.places, { label: 'Lists', to: '/lists' as const }]
    const typed = (text: string) => matchCommands(text, { ...SOURCE, places })[0]?.label
    expect([typed('lists'), typed('Saved lists')]).toEqual(['Lists', 'Saved Lists'])
  })

  it('finds a tab of the account by its label, and by what people call its contents', () => {
    for (const typed of ['subscr', 'account plan', 'billing']) {
      expect(matchCommands(typed, SOURCE)[0]).toMatchObject({
        ...{ group: 'Account', label: 'Subscription' },
        effect: { kind: 'go', to: '/account', search: { tab: 'subscription' } },
      })
    }
    expect(labels('')).not.toContain('Subscription')
  })

  it('finds a screen by what people call its contents, too', () => {
    const favorites = { label: 'Favorites', to: '/lists/favorites', alias: 'starred people' }
    const found = matchCommands('starred', { ...SOURCE, places: [favorites] })
    expect(found[0]).toMatchObject({ group: 'Screen', effect: { to: '/lists/favorites' } })
  })

  it('offers no action without results', () => {
    const elsewhere = { ...SOURCE, hasResults: false }
    expect(matchCommands('', elsewhere).map(({ label }) => label)).toEqual([
      'Night shifts',
      'Phone on Monday',
      'Home',
      'Account Settings',
    ])
    const found = matchCommands('cardio', elsewhere).map(({ label }) => label)
    expect(found).toEqual([
      'Add specialty: Cardiology',
      'Search for “cardio”',
      'Search exactly for “cardio”',
    ])
  })

  it('finds filters by any of their words and always offers to search for the text', () => {
    expect(labels('cardio')).toEqual([
      'Add specialty: Cardiology',
      'Search for “cardio”',
      'Search exactly for “cardio”',
    ])
    expect(labels('state nev')[0]).toBe('Only state: Nevada (NV)')
    expect(matchCommands('cardio', SOURCE).map(({ group }) => group)).toEqual([
      ...['Filter', 'Search', 'Search'],
    ])
  })

  it('offers who can be reached, how lately, and whom to leave out', () => {
    expect(labels('mobile')[0]).toBe('Only: Has mobile')
    expect(labels('my lists')[0]).toBe('Only: Not in my lists')
    const filters = { ...NO_FILTERS, verifiedWithin: ['90' as const] }
    const [thirty, ninety] = matchCommands('checked days', { ...SOURCE, filters })
    expect([thirty?.label, thirty?.effect]).toEqual([
      'Only: Checked within 30 days',
      { kind: 'filter', filters: { ...NO_FILTERS, verifiedWithin: ['30'] } },
    ])
    expect([ninety?.label, ninety?.effect]).toEqual([
      'Remove: Checked within 90 days',
      { kind: 'filter', filters: NO_FILTERS },
    ])
  })

  it('searches for the text exactly, where that is asked for', () => {
    const exactly = matchCommands('md', SOURCE).at(-1)
    expect(exactly?.effect).toEqual({
      kind: 'filter',
      filters: { ...NO_FILTERS, query: 'md', exact: true },
    })
  })

  it('applies saved searches and opens lists by their names', () => {
    expect(matchCommands('saved search night', SOURCE)[0]?.effect).toEqual({
      kind: 'search',
      params: paramsOfSavedSearch({ specialty: 'Urology' }),
    })
    expect(matchCommands('phone', SOURCE)[0]?.effect).toEqual({
      kind: 'go',
      to: '/lists/l1',
      search: { team: 'the team' },
    })
  })

  it('offers to save a search that says something', () => {
    expect(labels('')).not.toContain('Save this search')
    expect(labels('', { ...NO_FILTERS, query: 'icu' })).toContain('Save this search')
  })

  it('offers to take away what is in use', () => {
    const filters = { ...NO_FILTERS, specialty: ['Cardiology'] }
    const [first] = matchCommands('cardio', { ...SOURCE, filters })
    expect(first?.label).toBe('Remove specialty: Cardiology')
    expect(first?.effect).toEqual({ kind: 'filter', filters: NO_FILTERS })
  })
})
