import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContactName } from '#db/schema/contact-reports.ts'
import type { Role } from '#sync/contract/permissions.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { QUERIES, type QueryArgs, type QueryName } from '#sync/contract/queries.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { pushAs, wireMutation } from '#tests/support/push.ts'
import { memberIn, newPerson, type Person, teamOf } from '#tests/support/teams.ts'

const [ZENOBIA = '', IGNATIUS = ''] = KNOWN_PEOPLE.map(({ id }) => id)
/** Both accounts have rows with these ids: only the owner distinguishes them. */
const LIST = '00000000-0000-4000-8000-0000000000a1'
const LATER_LIST = '00000000-0000-4000-8000-0000000000a2'
const DELETED_LIST = '00000000-0000-4000-8000-0000000000a3'
const OWNERS = ['subscriber', 'admin'] as const

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 150 })
  for (const owner of OWNERS) {
    const name = `of ${owner}`
    const template = { subject: 'S', body: name, tone: 'formal', length: 'short' } as const
    const search_params = { query: name }
    const save = (id: string) => [
      wireMutation('lists.create', { id, name, candidate_ids: [ZENOBIA, IGNATIUS] }),
      wireMutation('searches.create', { id, name, search_params }),
      wireMutation('watches.set', { search_id: id, cadence: 'daily' }),
      wireMutation('templates.create', { id, name, ...template, position_type: 'contract' }),
    ]
    await pushAs(
      app,
      owner,
      ...save(LIST),
      ...save(LATER_LIST),
      wireMutation('lists.create', { id: DELETED_LIST, name }),
      wireMutation('lists.delete', { id: DELETED_LIST }),
      wireMutation('candidates.note', { candidate_id: ZENOBIA, note: name, previous: null }),
      wireMutation('candidates.star', { candidate_id: ZENOBIA, starred: true }),
      wireMutation('settings.set', { key: 'email.signature', value: name }),
      wireMutation('members.stage', {
        activity_id: LIST,
        list_id: LIST,
        candidate_id: ZENOBIA,
        stage: 'contacted',
      }),
      wireMutation('activities.add', { id: LATER_LIST, candidate_id: ZENOBIA, kind: 'call' }),
      wireMutation('activities.add', {
        id: DELETED_LIST,
        candidate_id: ZENOBIA,
        kind: 'next',
        next_on: new Date().toISOString().slice(0, 10),
      }),
      wireMutation('people.stop', {
        id: '00000000-0000-4000-8000-0000000000a4',
        candidate_id: IGNATIUS,
        reason: name,
      }),
    )
    await app.sql`
      insert into reveals (owner_id, candidate_id, removed_at)
      values (${owner}, gen_random_uuid(), now()), (${owner}, ${ZENOBIA}, null)`
    const [phone] = await app.sql<ContactName[]>`
      select candidate_id, kind, value_id from candidate_contacts
      where candidate_id = ${ZENOBIA} and kind = 'phone'`
    if (!phone) throw new Error('Zenobia has no telephone.')
    await pushAs(app, owner, wireMutation('contacts.report', { ...phone, reason: 'left' }))
    await app.sql`
      insert into entitlements (user_id, tier, status, plan_name)
      values (${owner}, 'premium', 'active', ${name})`
  }
})
afterAll(() => app.close())

async function ask<N extends QueryName>(
  name: N,
  args: QueryArgs<N>,
  as: Role = 'subscriber',
): Promise<Record<string, unknown>[]> {
  const json = { version: CONTRACT_VERSION, user_id: as, args }
  const response = await app.request(`/api/queries/${name}`, { as, json })
  expect(response.status, await response.clone().text()).toBe(200)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  return ((await response.json()) as { rows: Record<string, unknown>[] }).rows
}

const argsOf = (owner_id: string): { [N in QueryName]: QueryArgs<N> } => ({
  'lists.all': {},
  'lists.one': { id: LIST },
  'lists.deleted': {},
  'lists.members': { owner_id, list_id: LIST },
  'lists.to_call': {
    owner_id,
    list_id: LIST,
    by: owner_id,
    begun_at: '2026-01-01T00:00:00Z',
    cooldown_from: '2026-01-01T00:00:00Z',
    today: '2026-01-01',
  },
  'people.trail': { candidate_id: ZENOBIA },
  'people.touches': { ids: [ZENOBIA], today: '2026-01-01' },
  'people.due': { by: owner_id, until: '2999-12-31', today: '2026-01-01' },
  'people.calling': { by: owner_id },
  'people.stopped': {},
  'lists.having': { candidate_ids: [ZENOBIA] },
  'lists.is_shared': { owner_id, list_id: LIST, by: owner_id },
  'lists.work': { owner_id, id: LIST, candidate_ids: [ZENOBIA] },
  'lists.overlap': { one: { owner_id, id: LIST }, other: { owner_id, id: LIST } },
  'candidates.starred': {},
  'candidates.starred_of': { candidate_ids: [ZENOBIA, IGNATIUS] },
  'candidates.one': { candidate_id: ZENOBIA },
  'reports.mine': {},
  'rows.mine': { owner_id },
  'searches.all': {},
  'watches.all': {},
  'templates.all': {},
  'settings.all': {},
  'reveals.removed': {},
  'entitlement.mine': {},
  'teams.mine': {},
  'teams.names': {},
  'teams.roster': {},
})

describe('LISTS-11 SAVED-12 EMAIL-15 a query reads the rows of its account', () => {
  // Queries about teams need a session; they are below.
  // `lists.is_shared` has no row while nobody else worked on a list; it is tested with its mutation.
  const names = (Object.keys(QUERIES) as QueryName[]).filter(
    (name) => !name.startsWith('teams.') && name !== 'lists.is_shared',
  )
  it.each(names)('%s', async (name) => {
    const mine = await ask(name, argsOf('subscriber')[name])
    const theirs = await ask(name, argsOf('admin')[name], 'admin')
    expect(mine.length).toBeGreaterThan(0)
    expect(theirs).toHaveLength(mine.length)
    expect(JSON.stringify(mine)).not.toContain('admin')
    expect(JSON.stringify(theirs)).not.toContain('subscriber')
  })
})

it('members are found by how things stand with them', async () => {
  const found = async (touches: 'never' | 'not_of_late' | 'stopped', today: string) => {
    const rows = await ask('lists.members', {
      owner_id: 'subscriber',
      list_id: LIST,
      touches,
      today,
    })
    return rows.map(({ candidate_id }) => candidate_id)
  }
  const today = new Date().toISOString().slice(0, 10)
  // A call without an outcome does not count as a touch.
  expect(await found('never', today)).toHaveLength(2)
  expect(await found('stopped', today)).toEqual([IGNATIUS])
  await pushAs(
    app,
    'subscriber',
    wireMutation('activities.complete', { id: LATER_LIST, outcome: 'voicemail' }),
  )
  expect(await found('never', today)).toEqual([IGNATIUS])
  expect(await found('not_of_late', today)).toEqual([IGNATIUS])
  const later = new Date(Date.now() + 92 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  expect(await found('not_of_late', later)).toHaveLength(2)
})

it('LISTS-03 DATA-14 lists come newest first, with how many people are in each', async () => {
  const rows = await ask('lists.all', {})
  expect(rows.map(({ id, member_count }) => [id, member_count])).toEqual([
    [LATER_LIST, 2],
    [LIST, 2],
  ])
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
    'created_at',
    'created_by',
    'deleted_at',
    'description',
    'id',
    'member_count',
    'name',
    'owner_id',
    'updated_at',
  ])
})

it('names the open teams that the account is in, and who is or was in them', async () => {
  const { sql } = app
  const [ana, ben, cleo] = [await newPerson(app), await newPerson(app), await newPerson(app)]
  const desk = await teamOf(sql, ana, { name: 'A desk', seats: 7 })
  const left = await memberIn(sql, desk, cleo, 'viewer')
  await sql`update team_members set ended_at = now() where id = ${left}`
  const own = await memberIn(sql, desk, ben, 'recruiter')
  const closed = await teamOf(sql, ben, { name: 'Closed' })
  await sql`update teams set closed_at = now() where id = ${closed}`
  const askedBy = async (person: Person, name: 'teams.mine' | 'teams.names' | 'teams.roster') => {
    const json = { version: CONTRACT_VERSION, user_id: person.id, args: {} }
    const response = await person.ask('POST', `/api/queries/${name}`, json)
    return ((await response.json()) as { rows: Record<string, unknown>[] }).rows
  }

  expect(await askedBy(ben, 'teams.mine')).toEqual([
    {
      id: desk,
      name: 'A desk',
      lease_days: 7,
      cooldown_days: 14,
      seats: 7,
      member_id: own,
      role: 'recruiter',
    },
  ])
  const roster = await askedBy(ben, 'teams.roster')
  expect(roster.map(({ user_id, role, ended_at }) => [user_id, role, ended_at !== null])).toEqual([
    [ana.id, 'owner', false],
    [cleo.id, 'viewer', true],
    [ben.id, 'recruiter', false],
  ])
  // Roles and joining days are left out, because the first paint stores these rows.
  const names = await askedBy(ben, 'teams.names')
  expect(names.map((name) => Object.keys(name).sort())).toEqual(
    Array(3).fill(['display_name', 'ended_at', 'team_id', 'user_id']),
  )
  expect(names.map(({ user_id }) => user_id)).toEqual([ana.id, cleo.id, ben.id])
  expect(await askedBy(cleo, 'teams.mine')).toEqual([])
  expect(await askedBy(cleo, 'teams.names')).toEqual([])
  expect(await askedBy(cleo, 'teams.roster')).toEqual([])
})

it('DATA-14 EMAIL-15 saved searches and templates come newest first, as they were saved', async () => {
  const searches = await ask('searches.all', {})
  expect(searches.map(({ id }) => id)).toEqual([LATER_LIST, LIST])
  expect(searches[0]).toMatchObject({
    name: 'of subscriber',
    owner_id: 'subscriber',
    search_params: { query: 'of subscriber' },
  })
  const templates = await ask('templates.all', {})
  expect(templates.map(({ id }) => id)).toEqual([LATER_LIST, LIST])
})

describe('LISTS-16 the members of a list', () => {
  const names = (rows: Record<string, unknown>[]) =>
    rows.map(({ card }) => (card as { last_name: string }).last_name).sort()

  it.each([
    ['', ['Featherstonehaugh', 'Wobblethorpe']],
    ['WOBBLE', ['Wobblethorpe']],
    ['zeno', ['Featherstonehaugh']],
    ['charge nurse', ['Wobblethorpe']],
    ['larkspur heart', ['Featherstonehaugh', 'Wobblethorpe']],
    ['cardiology', ['Featherstonehaugh']],
    ['%', []],
    ['nobody of that name', []],
  ])(
    'LISTS-13 are found by a part of a name, title, organization or specialty: "%s"',
    async (text, found) => {
      const rows = await ask('lists.members', { owner_id: 'subscriber', list_id: LIST, text })
      expect(names(rows)).toEqual(found)
      expect(rows.every(({ total }) => total === found.length)).toBe(true)
    },
  )

  it('come in windows', async () => {
    const people = await app.sql<{ id: string }[]>`select id from candidates order by id limit 120`
    const id = crypto.randomUUID()
    const candidate_ids = people.map((person) => person.id)
    await pushAs(
      app,
      'subscriber',
      wireMutation('lists.create', { id, name: 'Many', candidate_ids }),
    )
    const windows = [
      await ask('lists.members', { owner_id: 'subscriber', list_id: id }),
      await ask('lists.members', { owner_id: 'subscriber', list_id: id, offset: 100 }),
    ]
    expect(windows.map((rows) => rows.length)).toEqual([100, 20])
    expect(windows.flat().map(({ candidate_id }) => candidate_id)).toEqual(candidate_ids)
    expect(windows.flat().every(({ total }) => total === 120)).toBe(true)
    await app.sql`delete from lists where id = ${id}`
  })
})

it.each([
  ['lists.one', {}],
  ['lists.one', { id: "' or true --" }],
  ['lists.members', { owner_id: 'subscriber', list_id: LIST, limit: 1_000_000 }],
  ['lists.members', { owner_id: 'subscriber', list_id: LIST, offset: -1 }],
  ['lists.members', null],
  ['constructor', {}],
  ['candidates.all', {}],
])('%s with %j is refused as invalid input', async (name, args) => {
  const json = { version: CONTRACT_VERSION, user_id: 'subscriber', args }
  const response = await app.request(`/api/queries/${name}`, { json })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_input' } })
})
