import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Reading } from '#api/contract/search.ts'
import type { SearchHelp, SearchPreview, Suggestions } from '#api/contract/search-assist.ts'
import { searchHelp, searchPreview, suggestions } from '#api/contract/search-assist.ts'
import type { SuggestedFilter } from '#db/schema/filters.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { soon } from '#tests/support/soon.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 700 })
})
afterAll(() => app.close())

let networks = 0
const network = () => `2001:db8:1:${(++networks).toString(16)}::1`

type Asker = 'visitor' | 'free' | 'subscriber'

async function suggest(text: string, as: Asker = 'subscriber', filter?: SuggestedFilter) {
  const json = { text, filter }
  const response = await app.request('/api/search/suggest', { as, json, network: network() })
  expect(response.status).toBe(200)
  return suggestions.strict().parse(await response.json()) as Suggestions
}

async function help(filters: object): Promise<SearchHelp> {
  const json = { filters }
  const response = await app.request('/api/search/help', { json, network: network() })
  expect(response.status).toBe(200)
  return searchHelp.strict().parse(await response.json())
}

async function preview(filters: object, as: 'visitor' | 'free' = 'visitor') {
  const json = { filters }
  const response = await app.request('/api/search/preview', { as, json, network: network() })
  expect(response.status).toBe(200)
  return searchPreview.strict().parse(await response.json()) as SearchPreview
}

it('suggests specialties by any of their words, as people write them, with exact counts', async () => {
  const [row] = await app.sql`
    select count(*)::int as people from candidates where lower(specialty) = 'cardiology'`
  const { specialties } = await suggest('cardiol')
  expect(specialties).toContainEqual({ name: 'Cardiology', count: row?.people })
})

it('suggests cities with their state and employers, as users write them', async () => {
  const { cities } = await suggest('AMAR')
  const [row] = await app.sql`
    select count(*)::int as people from candidates where lower(city) = 'amarillo' and state = 'TX'`
  expect(cities).toContainEqual({
    name: 'Amarillo, TX',
    city: 'Amarillo',
    state: 'TX',
    count: row?.people,
  })
  const { organizations } = await suggest('nameless ap')
  expect(organizations).toEqual([{ name: 'Nameless Apothecary', count: 1 }])
})

it.each(['visitor', 'free'] as const)('GATE-03 suggests no people to a %s', async (as) => {
  expect((await suggest('zenobia', as)).people).toEqual([])
  expect((await suggest('zenobia')).people).toEqual([
    { name: 'Zenobia Featherstonehaugh', count: 1 },
  ])
})

const NOTHING: Suggestions = {
  specialties: [],
  cities: [],
  organizations: [],
  titles: [],
  skills: [],
  people: [],
}

async function peopleSkilled(skill: string): Promise<number> {
  const [row] = await app.sql<{ people: number }[]>`
    select count(*)::int as people from candidates
    where exists (select from unnest(skills) each where lower(each) = lower(${skill}))`
  return row?.people ?? 0
}

it.each(['', 'c', '-', '--', ' c ', '∞'])('suggests nothing for %j', async (text) => {
  expect(await suggest(text)).toEqual(NOTHING)
})

it('suggests for a filter values of its own alone, titles and skills among them', async () => {
  const { cities } = await suggest('amar')
  expect(cities).not.toEqual([])
  expect(await suggest('amar', 'visitor', 'city')).toEqual({ ...NOTHING, cities })
  expect(await suggest('larkspur', 'subscriber', 'organization')).toEqual({
    ...NOTHING,
    organizations: [{ name: 'Larkspur Heart Institute', count: 2 }],
  })
  const titles = [{ name: 'Attending Cardiologist', count: 1 }]
  const [row] = await app.sql`
    select count(*)::int as count from candidates where lower(title) = 'attending cardiologist'`
  expect(row).toMatchObject({ count: 1 })
  expect(await suggest('attending car', 'subscriber', 'title')).toEqual({ ...NOTHING, titles })
  expect((await suggest('LIPID-man', 'subscriber', 'skills')).skills).toContainEqual({
    name: 'Lipid Management',
    count: await peopleSkilled('Lipid Management'),
  })
})

it.each(['visitor', 'free'] as const)(
  'GATE-03 suggests no titles and skills to a %s: they may be of one person',
  async (as) => {
    expect(await suggest('attending car', as, 'title')).toEqual(NOTHING)
    expect(await suggest('lipid', as, 'skills')).toEqual(NOTHING)
  },
)

it('suggests a city and an employer in another spelling of Saint, Fort and Mount', async () => {
  await app.sql`
    insert into candidates (last_name, organization, city, state, source) values
      ('Newcomer', 'Saint Zwyla Hospital', 'St. Zwyla', 'MO', 'test'),
      ('Newcomer', 'Mt. Zwyla Clinic', 'Fort Zwyla', 'MO', 'test')`
  const named = async (text: string) => {
    const { cities, organizations } = await suggest(text)
    return [...cities, ...organizations].map(({ name }) => name)
  }
  const saint = ['St. Zwyla, MO', 'Saint Zwyla Hospital']
  await soon(async () => expect(await named('St. Zwy')).toEqual(saint))
  expect(await named('st zwy')).toEqual(saint)
  expect(await named('Saint Zwy')).toEqual(saint)
  expect(await named('ft zwyla')).toEqual(['Fort Zwyla, MO'])
  expect(await named('mount zwyla')).toEqual(['Mt. Zwyla Clinic'])
})

it('SEARCH-05 says what dropping a filter gains, most first, and nothing of those that gain nobody', async () => {
  const filters = {
    query: 'featherstonehaugh',
    state: ['VT'],
    specialty: ['cardiology'],
    title: ['nobody has this'],
  }
  expect(await help(filters)).toEqual({ filters: [], words: [], nearest: null })
  const two = { ...filters, title: [] }
  expect(await help(two)).toEqual({
    filters: [{ filter: 'state', count: 1 }],
    words: [],
    nearest: null,
  })
  const [row] = await app.sql`select count(*)::int as people from candidates where state = 'VT'`
  const wide = await help({ state: ['VT'], organization: ['no such employer'] })
  expect(wide.filters).toEqual([{ filter: 'organization', count: row?.people }])
})

it('SEARCH-05 says which words to drop, last, and the nearest reading that finds people', async () => {
  // Both words are known; together they match no one.
  const { words, filters, nearest } = await help({ query: 'featherstonehaugh vermont' })
  expect(filters).toEqual([])
  const [vermont] = await app.sql`select count(*)::int as people from candidates where state = 'VT'`
  expect(words).toEqual([
    { text: 'featherstonehaugh', query: 'vermont', count: vermont?.people },
    { text: 'vermont', query: 'featherstonehaugh', count: 1 },
  ])
  expect(nearest).toBeNull()
})

it.each([false, true])(
  'SEARCH-05 says what dropping a text of one part gains with the filters in use (exact: %s)',
  async (exact) => {
    const [row] = await app.sql`select count(*)::int as people from candidates where state = 'TX'`
    const query = 'featherstonehaugh'
    const { words } = await help({ query, exact, state: ['TX'] })
    expect(words).toEqual([{ text: query, query: '', count: row?.people }])
    // Nothing of the search would remain.
    expect((await help({ query: 'xyzzyqwv', exact })).words).toEqual([])
  },
)

it('suggests cities and employers of newcomers from their first two letters on', async () => {
  await app.sql`
    insert into candidates (last_name, specialty, organization, city, state, source)
    values ('Newcomer', 'Zymology', 'Zygote Clinic', 'Zwolle', 'LA', 'test')`
  const zwolle = { name: 'Zwolle, LA', city: 'Zwolle', state: 'LA', count: 1 }
  await soon(async () => expect((await suggest('zw')).cities).toContainEqual(zwolle))
  const { organizations, specialties } = await suggest('zy')
  expect(organizations).toContainEqual({ name: 'Zygote Clinic', count: 1 })
  expect(specialties).toContainEqual({ name: 'Zymology', count: 1 })
})

it.each(['visitor', 'free'] as const)(
  'GATE-02 GATE-03 tells a %s how many match, exactly from 50 on, and no candidate',
  async (as) => {
    const [row] = await app.sql`select count(*)::int as people from candidates`
    expect(await preview({}, as)).toEqual({ count: row?.people, isFewerThan50: false })
    const few = { count: null, isFewerThan50: true }
    expect(await preview({ organization: ['larkspur'] }, as)).toEqual(few)
    expect(await preview({ npi: ['1000000004'], leaveOut: ['listed'] }, as)).toEqual(few)
  },
)

it.each(['not featherstonehaugh', '-name:zenobia', '-npi:1000000004'])(
  'GATE-03 counts without the exclusion in "%s", so that nobody is found by the difference',
  async (query) => {
    const [row] = await app.sql`select count(*)::int as people from candidates`
    expect((await preview({ query }, 'visitor')).count).toBe(row?.people)
  },
)

it('GATE-03 limits counts per network, so that nobody is found by counting', async () => {
  const from = network()
  const ask = () => app.request('/api/search/preview', { as: 'visitor', json: {}, network: from })
  const statuses: number[] = []
  for (let i = 0; i < 121; i++) statuses.push((await ask()).status)
  expect(statuses.slice(0, 120).every((status) => status === 200)).toBe(true)
  expect(statuses[120]).toBe(429)
})

it('leaves out whom the account has in its lists or has revealed, in pages, facets and ids', async () => {
  const list = '00000000-0000-4000-8000-00000000a001'
  await app.sql`
    insert into lists (id, owner_id, name, created_at, updated_at)
    values (${list}, 'subscriber', 'Mine', now(), now())`
  await app.sql`
    insert into list_members (list_id, candidate_id, owner_id, added_at)
    select ${list}, id, 'subscriber', now() from candidates where state = 'TX' limit 3`
  await app.sql`
    insert into reveals (owner_id, candidate_id)
    select 'subscriber', id from candidates c where state = 'TX' and id not in
      (select candidate_id from list_members where owner_id = 'subscriber') limit 2`
  const [{ people } = { people: 0 }] = await app.sql<{ people: number }[]>`
    select count(*)::int as people from candidates where state = 'TX'`
  const count = async (leaveOut: string[], as: 'subscriber' | 'admin' = 'subscriber') => {
    const json = { filters: { state: ['TX'], leaveOut }, facets: true }
    const answer = await (await app.request('/api/search', { as, json })).json()
    const ids = { ...json, selectAll: true, limit: 500 }
    const selected = await (await app.request('/api/search', { as, json: ids })).json()
    expect(answer.facets.state.TX).toBe(answer.count)
    expect(selected.count).toBe(answer.count)
    expect(selected.data).toHaveLength(Math.min(500, answer.count))
    return answer.count
  }
  expect(await count(['listed'])).toBe(people - 3)
  expect(await count(['revealed'])).toBe(people - 2)
  expect(await count(['listed', 'revealed'])).toBe(people - 5)
  // Another account leaves out its own people.
  expect(await count(['listed', 'revealed'], 'admin')).toBe(people)
  await app.sql`update lists set deleted_at = now() where id = ${list}`
  expect(await count(['listed'])).toBe(people)
})

it('says how a text was understood, the same on the second page, and nothing of an exact one', async () => {
  const ask = async (json: object) => (await app.request('/api/search', { json })).json()
  const filters = { query: 'cardiologist in texas' }
  const first = await ask({ filters })
  expect(first.interpretation.map(({ kind, text }: Reading) => [kind, text])).toEqual([
    ['specialty', 'cardiologist'],
    ['filler', 'in'],
    ['state', 'texas'],
  ])
  const second = await ask({ filters, page: 2 })
  expect(second.interpretation).toEqual(first.interpretation)
  expect(await ask({ filters: { ...filters, exact: true } })).not.toHaveProperty('interpretation')
  expect(await ask({ filters: {} })).not.toHaveProperty('interpretation')
  const contact = await ask({ filters: { query: 'somebody@example.com' } })
  expect(contact.notice).toMatch(/^Email addresses and phone numbers cannot be searched/)
  const preview = await app.request('/api/search/preview', { as: 'visitor', json: { filters } })
  expect((await preview.json()).interpretation).toEqual(first.interpretation)
})
