import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { searchFilters } from '#api/contract/search.ts'
import { suppressPeople } from '#db/suppression.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { pushAs, wireMutation } from '#tests/support/push.ts'
import { memberIn, teamOf } from '#tests/support/teams.ts'
import { evaluateWatches } from './evaluate-watches.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 300 })
  await app.sql`
    insert into entitlements (owner_id, tier, status, plan_name)
    values ('subscriber', 'premium', 'active', 'Annual')`
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from saved_searches`
  await app.sql`delete from candidate_changes`
})

const evaluate = () => evaluateWatches(app.parts)

/** Creates a watched search of the subscriber. */
async function watch(search_params: Record<string, unknown>): Promise<string> {
  const id = crypto.randomUUID()
  await pushAs(
    app,
    'subscriber',
    wireMutation('searches.create', {
      id,
      name: 'Watched',
      search_params: { v: 2, ...search_params },
    }),
    wireMutation('watches.set', { search_id: id, cadence: 'daily' }),
  )
  return id
}

async function add(person: Record<string, unknown>): Promise<string> {
  const [row] = await app.sql<{ id: string }[]>`
    insert into candidates ${app.sql({ source: 'csv', first_name: 'A', last_name: 'B', ...person })}
    returning id`
  return row?.id ?? ''
}

/** The people in a watch's unread news by kind, and the synced counts. */
async function newsOf(search_id: string) {
  const news = await app.sql<{ kind: string; id: string | null }[]>`
    select kind, (select id from candidates c where c.ordinal = n.ordinal)
    from watches w, watch_news_between(
      w.owner_id, w.search_owner, w.search_id, w.read_at, 'infinity') n
    where w.search_id = ${search_id} order by n.ordinal`
  const of = (kind: string) => news.filter((each) => each.kind === kind).map(({ id }) => id)
  const found = { new: of('new'), moved: of('moved'), gone: of('gone'), verified: of('verified') }
  const [counts] = await app.sql`
    select new_count, moved_count, gone_count, verified_count from watches
    where search_id = ${search_id}`
  expect(counts).toEqual({
    new_count: found.new.length,
    moved_count: found.moved.length,
    gone_count: found.gone.length,
    verified_count: found.verified.length,
  })
  return found
}
const NONE = { new: [], moved: [], gone: [], verified: [] }

it('tells who is new, moved, gone and verified anew, and nothing of what is no news', async () => {
  const base = { specialty: 'Watchmaker', state: 'TX', city: 'Austin', organization: 'Old Clinic' }
  const [stays, moves, goes, leaves, verified, renamed] = await Promise.all(
    Array.from({ length: 6 }, () => add(base)),
  )
  const resettles = await add(base)
  await app.sql`
    insert into candidate_contacts (candidate_id, kind, value, source, verified_at)
    values (${verified ?? ''}, 'phone', '1', 'csv', '2026-01-01'),
      (${stays ?? ''}, 'phone', '2', 'csv', '2026-01-01'),
      (${moves ?? ''}, 'phone', '3', 'csv', '2026-01-01')`
  const elsewhere = await add({ ...base, state: 'NY' })
  const unplaced = await add({ ...base, organization: null, city: null })
  const id = await watch({ specialty: 'Watchmaker', state: 'TX' })
  await evaluate()
  expect(await newsOf(id)).toEqual(NONE)

  const added = await add(base)
  await app.sql`update candidates set state = 'TX' where id = ${elsewhere}`
  await app.sql`update candidates set organization = 'New Clinic' where id = ${moves ?? ''}`
  await app.sql`update candidates set city = 'Dallas' where id = ${resettles}`
  await app.sql`update candidates set state = 'CA' where id = ${goes ?? ''}`
  await app.sql`delete from candidates where id = ${leaves ?? ''}`
  await app.sql`
    update candidate_contacts set verified_at = '2026-02-01' where candidate_id = ${verified ?? ''}`
  // Another spelling, a value that was unknown before and an earlier verification are not news.
  await app.sql`
    update candidates set city = 'AUSTIN', organization = 'Old clinic' where id = ${renamed ?? ''}`
  await app.sql`
    update candidates set organization = 'Found', city = 'Found' where id = ${unplaced}`
  await app.sql`
    update candidate_contacts set verified_at = '2025-02-01' where candidate_id = ${stays ?? ''}`
  expect(await evaluate()).toBe(10)
  expect(await newsOf(id)).toEqual({
    new: [elsewhere, added],
    moved: [moves, resettles],
    // A person who left is counted, and no longer has a row.
    gone: expect.arrayContaining([goes, null]),
    verified: [verified],
  })
})

it('a job that runs twice finds news once', async () => {
  const id = await watch({ specialty: 'Twicer' })
  const person = await add({ specialty: 'Twicer' })
  await Promise.all([evaluate(), evaluate()])
  await evaluate()
  expect(await newsOf(id)).toEqual({ ...NONE, new: [person] })
  expect(await app.sql`select 1 from watch_news where search_id = ${id}`).toHaveLength(1)
})

it('a search that only leaves out finds who is new, and who leaves', async () => {
  const stays = await add({ specialty: 'Leftover' })
  const id = await watch({ query: '-pharmacist' })
  const added = await add({ specialty: 'Leftover' })
  await app.sql`delete from candidates where id = ${stays}`
  await evaluate()
  expect(await newsOf(id)).toEqual({ ...NONE, new: [added], gone: [null] })
})

it('a change that is committed late is found by the next evaluation, with the state before it', async () => {
  const early = await add({ specialty: 'Latecomer', state: 'TX' })
  const id = await watch({ specialty: 'Latecomer', state: 'TX' })
  await app.sql.begin(async (tx) => {
    await tx`update candidates set state = 'CA' where id = ${early}`
    const other = await add({ specialty: 'Latecomer', state: 'TX' })
    await evaluate()
    expect(await newsOf(id)).toEqual({ ...NONE, new: [other] })
  })
  await evaluate()
  expect((await newsOf(id)).gone).toEqual([early])
})

it('who changed several times is compared with how they were first', async () => {
  const person = await add({ specialty: 'Turncoat', state: 'TX' })
  const id = await watch({ specialty: 'Turncoat', state: 'TX' })
  await app.sql`update candidates set state = 'CA' where id = ${person}`
  await app.sql`update candidates set state = 'TX' where id = ${person}`
  await evaluate()
  expect(await newsOf(id)).toEqual(NONE)
})

it('a contact that came or went is compared with those of before', async () => {
  const person = await add({ specialty: 'Reachable' })
  const id = await watch({ specialty: 'Reachable', hasContact: 'mobile' })
  await app.sql`
    insert into candidate_contacts (candidate_id, kind, value, source)
    values (${person}, 'phone', '1', 'csv'), (${person}, 'work_email', 'a@b.example', 'csv')`
  await evaluate()
  expect(await newsOf(id)).toEqual({ ...NONE, new: [person] })
  await app.sql`delete from candidate_contacts where candidate_id = ${person} and kind = 'phone'`
  await evaluate()
  // The person appeared and disappeared since the last reading.
  expect(await newsOf(id)).toEqual(NONE)
})

it('who is removed vanishes from news, found or to come', async () => {
  const kept = await add({ specialty: 'Removable' })
  const old = await add({ specialty: 'Removable' })
  const id = await watch({ specialty: 'Removable' })
  const fresh = await add({ specialty: 'Removable' })
  await app.sql`update candidates set specialty = 'Other' where id = ${kept}`
  await evaluate()
  expect(await newsOf(id)).toEqual({ ...NONE, new: [fresh], gone: [kept] })
  await app.sql.begin((tx) =>
    suppressPeople(tx, app.parts.suppressionKey, [fresh, kept, old], { emails: [] }),
  )
  expect(await newsOf(id)).toEqual(NONE)
  await evaluate()
  expect(await newsOf(id)).toEqual(NONE)
  expect(await app.sql`select before from candidate_changes`).toEqual([])
})

it('reading is up to what was seen: what was found since stays unread', async () => {
  const id = await watch({ specialty: 'Reader' })
  const first = await add({ specialty: 'Reader' })
  await evaluate()
  const [seen] = await app.sql<{ found_at: Date }[]>`select found_at from watches`
  const second = await add({ specialty: 'Reader' })
  await evaluate()
  expect(await newsOf(id)).toEqual({ ...NONE, new: [first, second] })
  const read = (through: string) =>
    pushAs(app, 'subscriber', wireMutation('watches.read', { search_id: id, through }))
  await read(seen?.found_at.toISOString() ?? '')
  expect(await newsOf(id)).toEqual({ ...NONE, new: [second] })
  // A device whose clock is ahead does not mark later news as read.
  await read('2100-01-01T00:00:00.000Z')
  expect(await newsOf(id)).toEqual(NONE)
  const third = await add({ specialty: 'Reader' })
  await evaluate()
  expect(await newsOf(id)).toEqual({ ...NONE, new: [third] })
  // An earlier reading that arrives late does not undo a later one.
  await read(seen?.found_at.toISOString() ?? '')
  expect(await newsOf(id)).toEqual({ ...NONE, new: [third] })
})

it('people whom the search leaves out are in no news', async () => {
  const [listed, other] = [await add({ specialty: 'Leaver' }), await add({ specialty: 'Leaver' })]
  const list_id = crypto.randomUUID()
  await pushAs(
    app,
    'subscriber',
    wireMutation('lists.create', { id: list_id, name: 'Mine', candidate_ids: [listed] }),
  )
  const id = await watch({ specialty: 'Leaver', leaveOut: 'listed' })
  await app.sql`update candidates set organization = 'A' where specialty = 'Leaver'`
  await app.sql`update candidates set specialty = 'Gone' where specialty = 'Leaver'`
  await evaluate()
  expect(await newsOf(id)).toEqual({ ...NONE, gone: [other] })
})

it('only members watch the searches of a team, and only for as long', async () => {
  const team = await teamOf(app.sql, { id: 'admin' })
  const search_id = crypto.randomUUID()
  await pushAs(
    app,
    'admin',
    wireMutation('searches.create', {
      owner: team,
      id: search_id,
      name: 'Team',
      search_params: {},
    }),
  )
  const set = wireMutation('watches.set', { team, search_id, cadence: 'at_once' })
  expect(await pushAs(app, 'subscriber', set)).toMatchObject([{ code: 'member_left' }])
  await memberIn(app.sql, team, { id: 'subscriber' }, 'viewer')
  await pushAs(app, 'subscriber', { ...set, id: crypto.randomUUID() })
  const watches = () => app.sql`select owner_id from watches where search_id = ${search_id}`
  expect(await watches()).toEqual([{ owner_id: 'subscriber' }])
  await app.sql`
    update team_members set ended_at = now() where team_id = ${team} and user_id = 'subscriber'`
  expect(await watches()).toEqual([])
})

it('finds who the search itself finds, before and after, for searches of every kind', async () => {
  const searches: Record<string, unknown>[] = [
    { query: 'nurse texas' },
    { query: 'pharmacist -ontario' },
    { query: 'np in california with mobile' },
    { query: '"registered nurse"' },
    { state: 'TX', hasContact: 'mobile' },
    { specialty: 'Registered Nurse', verifiedWithin: '180' },
    { title: 'nurse', companySize: '5000+' },
    { skills: 'tele' },
    { credential: 'RN' },
  ]
  const ids = await Promise.all(searches.map(watch))
  const ordinalsOf = async (params: Record<string, unknown>) => {
    const { query = '', ...lists } = params as Record<string, string>
    const filters = searchFilters.parse({
      query,
      ...Object.fromEntries(Object.entries(lists).map(([key, value]) => [key, [value]])),
    })
    const json = { filters, limit: 500, selectAll: true }
    const response = await app.request('/api/search', { as: 'admin', json })
    const { data } = (await response.json()) as { data: { id: string }[] }
    return new Set(data.map(({ id }) => id))
  }
  /** Waits until the search has all written changes. */
  const caughtUp = async (last_name: string) => {
    await app.sql`insert into candidates (source, last_name) values ('csv', ${last_name})`
    await expect.poll(async () => (await ordinalsOf({ query: last_name })).size).toBe(1)
  }
  await caughtUp('Zzyzxbefore')
  await app.sql`delete from candidate_changes`
  const before = await Promise.all(searches.map(ordinalsOf))
  // Each person receives the facts of another one: none is lost, so texts are understood as before.
  await app.sql`
    with placed as (select *, row_number() over (order by ordinal) as place from candidates),
      everybody as (select count(*) as people from candidates)
    update candidates c set title = o.title, specialty = o.specialty, skills = o.skills,
      credential = o.credential, city = o.city, state = o.state, company_size = o.company_size
    from placed o, placed taker, everybody
    where taker.ordinal = c.ordinal and o.place = 1 + (taker.place + 6) % people`
  await caughtUp('Zzyzxafter')
  await evaluate()
  for (const [index, id] of ids.entries()) {
    const [was, is] = [before[index] ?? new Set<string>(), await ordinalsOf(searches[index] ?? {})]
    const found = await newsOf(id)
    const title = JSON.stringify(searches[index])
    expect(new Set<string | null>(found.new), title).toEqual(
      new Set([...is].filter((person) => !was.has(person))),
    )
    expect(new Set<string | null>(found.gone), title).toEqual(
      new Set([...was].filter((person) => !is.has(person))),
    )
    expect(found.new.length + found.gone.length, title).toBeGreaterThan(0)
  }
})
