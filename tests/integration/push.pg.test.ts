import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MUTATIONS, type MutationName } from '#sync/contract/mutations.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { MutationResult, PushResponse, WireMutation } from '#sync/contract/wire.ts'
import { push } from '#sync/server/executor.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { CAST, CAST_ENV, castOf, idOfPart, type Part } from '#tests/support/cast.ts'
import { EVERYTHING, keepFor, wireMutation } from '#tests/support/push.ts'
import { soon } from '#tests/support/soon.ts'

interface Stored {
  name: MutationName
  args: Record<string, unknown>
}
/** An outbox of the first release: one of each mutation, in the order it was made. */
const OUTBOX: Stored[] = JSON.parse(
  await readFile(new URL('../../sync/contract/outbox-v1.json', import.meta.url), 'utf8'),
)
const onTheWire = ({ name, args }: Stored): WireMutation => ({
  id: crypto.randomUUID(),
  name,
  args,
  created_at: new Date().toISOString(),
})

let app: TestApp
let cast: Awaited<ReturnType<typeof castOf>>
beforeAll(async () => {
  app = await testApp({ env: CAST_ENV, people: 20 })
  cast = await castOf(app)
})
afterAll(() => app.close())

type SignedIn = Exclude<Part, 'visitor'>
const SIGNED_IN = CAST.filter((part): part is SignedIn => part !== 'visitor')

async function pushBy(part: SignedIn, mutations: WireMutation[]): Promise<MutationResult[]> {
  const user_id = await idOfPart(app, part)
  const json = { version: CONTRACT_VERSION, user_id, mutations }
  const headers = cast[part]
  const response = await app.request('/api/mutations', { as: 'session', json, headers })
  expect(response.status).toBe(200)
  return ((await response.json()) as PushResponse).results
}
const outcomeOf = (result: MutationResult | undefined) =>
  result?.status === 'rejected' ? result.code : result?.status

/** They need a team: `teams.pg.test.ts` and `member-work.pg.test.ts` run them. */
const OF_TEAMS: MutationName[] = ['lists.move', 'members.assign', 'members.assign_many']

/**
 * Younger than the first release: `members.pg.test.ts`, `member-work.pg.test.ts`, `outreach.pg.test.ts`,
 * `touches.pg.test.ts`, `marks.pg.test.ts`, `contact-reports.pg.test.ts` and `take-out.pg.test.ts` run them.
 */
const LATER: MutationName[] = [
  'lists.combine',
  'members.restore',
  'members.stage_many',
  'activities.add',
  'activities.complete',
  'activities.reopen',
  'activities.redact',
  'people.stop',
  'people.resume',
  'contacts.report',
  'contacts.withdraw',
  'rows.bring_in',
]

/** There are news to read once the server has found some: `watches.pg.test.ts` runs it. */
const OF_NEWS: MutationName[] = ['watches.read']

it('an outbox of the first release runs, one of each mutation', async () => {
  const all = [...OUTBOX.map(({ name }) => name), ...OF_TEAMS, ...LATER, ...OF_NEWS]
  expect(all.sort()).toEqual(Object.keys(MUTATIONS).sort())
  const results = await pushBy('annual', OUTBOX.map(onTheWire))
  const did = results.map((result, index) => [
    OUTBOX[index]?.name,
    result.status === 'applied' && result.tables.length > 0 ? 'applied' : result,
  ])
  expect(did).toEqual(OUTBOX.map(({ name }) => [name, 'applied']))
})

it('runs four pushes of an account at once, lets 28 wait, and refuses more', async () => {
  const user_id = await idOfPart(app, 'annual')
  const push = () => {
    const mutations = [onTheWire({ name: 'settings.set', args: { key: 'theme', value: 'dark' } })]
    const json = { version: CONTRACT_VERSION, user_id, mutations }
    return app.request('/api/mutations', { as: 'session', json, headers: cast.annual })
  }
  const other = await app.sql.reserve()
  await other`select pg_advisory_lock(hashtextextended(${user_id}, 0))`
  const pushes = Array.from({ length: 33 }, push)
  const refused = await Promise.race(pushes)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('1')
  await soon(async () => {
    const [locks] = await app.sql<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    expect(locks).toEqual({ waiting: 4 })
  })
  await other`select pg_advisory_unlock(hashtextextended(${user_id}, 0))`
  other.release()
  const statuses = (await Promise.all(pushes)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(32)
  expect((await push()).status).toBe(200)
})

const PAID = { free: 'subscription_required', demo: 'demo_restricted' } as const
/** Not for demos, whatever is granted to them: their guests have no mail. */
const PAID_ONLY = {
  free: 'subscription_required',
  demo: 'subscription_required',
  'granted demo': 'subscription_required',
} as const
const SEARCHING = { free: 'subscription_required' } as const
/** The refusals of each mutation, with their messages; every other signed-in account may make it. */
const REFUSED: Partial<Record<MutationName, Partial<Record<SignedIn, string>>>> = {
  'lists.create': PAID,
  'members.add': PAID,
  'candidates.star': PAID,
  'candidates.note': PAID,
  'searches.create': SEARCHING,
  'lists.rename': {},
  'lists.describe': {},
  'lists.delete': {},
  'lists.restore': {},
  'members.remove': {},
  'members.stage': {},
  'searches.rename': {},
  'searches.delete': {},
  'watches.set': PAID_ONLY,
  'watches.read': {},
  'templates.create': {},
  'templates.update': {},
  'templates.delete': {},
  'settings.set': {},
}

describe.each(SIGNED_IN)('DEMO-09 DEMO-17 PLAN-33 %s', (part) => {
  it('may make the changes that are theirs to make, and no other', async () => {
    const owner = await idOfPart(app, part)
    // The rows that the mutations change exist, whatever the account's permissions.
    const made = OUTBOX.filter(({ name }) => name.endsWith('.create')).map(onTheWire)
    await push(app.sql, owner, made, EVERYTHING)
    const results = await pushBy(part, OUTBOX.map(onTheWire))
    const outcomes = OUTBOX.map(({ name }, index) => [name, outcomeOf(results[index])])
    const isRefused = ([, outcome]: unknown[]) =>
      ['subscription_required', 'demo_restricted', 'forbidden'].includes(String(outcome))
    const refused = outcomes.filter(isRefused)
    const expected = OUTBOX.flatMap(({ name }) => {
      const code = REFUSED[name]?.[part]
      return code === undefined ? [] : [[name, code]]
    })
    expect(refused).toEqual(expected)
    // A rejected mutation may leave a later one without its row; none has an invalid form.
    expect(outcomes.map(([, outcome]) => outcome)).not.toContain('invalid_input')
  })
})

it('GATE-10 a refusal does not tell whether what it is about exists', async () => {
  const owner = await idOfPart(app, 'free')
  const id = crypto.randomUUID()
  const create = wireMutation('lists.create', { id, name: 'Kept from a trial' })
  await keepFor(app, owner, create)
  const add = (list_id: string) =>
    wireMutation('members.add', { list_id, candidate_ids: [crypto.randomUUID()] })
  const [known, unknown, nonsense] = await pushBy('free', [
    add(id),
    add(crypto.randomUUID()),
    { ...add(id), args: { list_id: 'nonsense' } },
  ])
  expect(outcomeOf(known)).toBe('subscription_required')
  expect({ ...known, id: '' }).toEqual({ ...unknown, id: '' })
  expect({ ...known, id: '' }).toEqual({ ...nonsense, id: '' })
})

it('DEMO-08 a granted demo uses its grant up: each list once, however often it is sent', async () => {
  const email = 'granted.twice@clinidex.test'
  const headers = await app.asUser(email)
  const [grant] = await app.sql<{ id: string; user_id: string }[]>`
    insert into demo_grants (user_id, feature_type, max_uses)
    select id, 'createLists', 2 from users where email = ${email} returning id, user_id`
  const user_id = grant?.user_id ?? ''
  const create = (name: string) => wireMutation('lists.create', { id: crypto.randomUUID(), name })
  const send = async (...mutations: WireMutation[]) => {
    const json = { version: CONTRACT_VERSION, user_id, mutations }
    const response = await app.request('/api/mutations', { as: 'session', json, headers })
    return ((await response.json()) as PushResponse).results.map(outcomeOf)
  }
  const used = async () => {
    const [row] = await app.sql`select uses_count from demo_grants where id = ${grant?.id ?? ''}`
    return row?.uses_count
  }
  const first = create('One')
  expect(await send(first)).toEqual(['applied'])
  expect(await send(first, { ...first, id: crypto.randomUUID() })).toEqual(['applied', 'applied'])
  expect(await used()).toBe(1)
  // Both passed the check while one use was left; the transaction admits only one.
  expect(await send(create('Two'), create('Three'))).toEqual(['applied', 'demo_restricted'])
  expect(await used()).toBe(2)
  const lists = await app.sql`select name from lists where owner_id = ${user_id} order by name`
  expect(lists.map(({ name }) => name)).toEqual(['One', 'Two'])
  expect(await send(create('Four'))).not.toEqual(['applied'])
})

it('DEMO-09 a demo that may make lists but not fill them makes none with people in it', async () => {
  const email = 'granted.lists@clinidex.test'
  const headers = await app.asUser(email)
  const [grant] = await app.sql<{ user_id: string }[]>`
    insert into demo_grants (user_id, feature_type)
    select id, 'createLists' from users where email = ${email} returning user_id`
  const filled = { id: crypto.randomUUID(), name: 'A', candidate_ids: [crypto.randomUUID()] }
  const mutations = [
    wireMutation('lists.create', filled),
    wireMutation('lists.create', { ...filled, candidate_ids: [] }),
  ]
  const json = { version: CONTRACT_VERSION, user_id: grant?.user_id, mutations }
  const response = await app.request('/api/mutations', { as: 'session', json, headers })
  const { results } = (await response.json()) as PushResponse
  expect(results.map(outcomeOf)).toEqual(['demo_restricted', 'applied'])
})
