import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ExportHistory, RevealHistory } from '#api/contract/history.ts'
import type { Me } from '#api/contract/me.ts'
import { purgeGuests } from '#api/services/accounts/demo-guests.ts'
import { REVEALS_PER_DAY_MAX } from '#db/schema/contact-reveal.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { QUERIES } from '#sync/contract/queries.ts'
import { shapesOf } from '#sync/contract/shapes.ts'
import { CONTRACT_HEADER, type PushResponse, USER_HEADER } from '#sync/contract/wire.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { type Device, device, PASSWORD } from '#tests/support/cookie-jar.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { wireMutation } from '#tests/support/push.ts'
import { soon } from '#tests/support/soon.ts'

const DEMO = 'demo@clinidex.test'
const [ZENOBIA = '', IGNATIUS = ''] = KNOWN_PEOPLE.map(({ id }) => id)
const ID = '00000000-0000-4000-8000-0000000000d1'
const TEMPLATE = { subject: 'S', body: 'B', tone: 'formal', length: 'short' } as const

let app: TestApp
/** The shared account. */
let demoId: string
beforeAll(async () => {
  app = await testApp({ people: 60, hasShapes: true })
  const [demo] = await app.sql`select id from users where email = ${DEMO}`
  demoId = demo?.id
  const { password } = await app.parts.auth.$context
  await app.sql`
    insert into auth_accounts (id, user_id, account_id, provider_id, password, updated_at)
    values ('demo', ${demoId}, ${demoId}, 'credential', ${await password.hash(PASSWORD)}, now())`
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.sql`delete from users where demo_of is not null`
  await app.sql`delete from demo_grants`
  await app.sql`insert into demo_grants (user_id, feature_type) values (${demoId}, 'full_access')`
})

let networks = 0
async function visitor(): Promise<Device & { id: string }> {
  const ask = device(app, `2001:db8:0:${(++networks).toString(16)}::1`)
  const json = { email: DEMO, password: PASSWORD }
  const response = await ask('/api/auth/sign-in/email', { json })
  expect(response.status).toBe(200)
  const { user } = await meOf(ask)
  return Object.assign(ask, { id: user?.id ?? '' })
}

const meOf = async (ask: Device) => (await (await ask('/api/me')).json()) as Me
const read = async <T>(ask: Device, path: string) => (await (await ask(path)).json()) as T
const reveal = (ask: Device, id: string) => ask(`/api/candidates/${id}/contact`, { method: 'POST' })
const runExport = (ask: Device) =>
  ask('/api/export', { json: { candidateIds: [ZENOBIA], format: 'csv', source: 'search' } })

async function push(ask: Device & { id: string }, ...mutations: ReturnType<typeof wireMutation>[]) {
  const json = { version: CONTRACT_VERSION, user_id: ask.id, mutations }
  const response = await ask('/api/mutations', { json })
  return ((await response.json()) as PushResponse).results.map(({ status }) => status)
}

/** Creates every kind of row that a visitor can leave behind. */
async function leaveEverything(ask: Device & { id: string }) {
  expect(
    await push(
      ask,
      wireMutation('lists.create', { id: ID, name: 'Mine', candidate_ids: [ZENOBIA] }),
      wireMutation('members.stage', {
        activity_id: ID,
        list_id: ID,
        candidate_id: ZENOBIA,
        stage: 'contacted',
      }),
      wireMutation('candidates.star', { candidate_id: IGNATIUS, starred: true }),
      wireMutation('candidates.note', { candidate_id: ZENOBIA, note: 'Nice', previous: null }),
      wireMutation('searches.create', { id: ID, name: 'Mine', search_params: { query: 'x' } }),
      wireMutation('templates.create', {
        id: ID,
        name: 'Mine',
        ...TEMPLATE,
        position_type: 'contract',
      }),
      wireMutation('settings.set', { key: 'email.signature', value: 'Ann' }),
      wireMutation('activities.add', { ...ACTIVITY(1), kind: 'email' }),
      wireMutation('activities.add', { ...ACTIVITY(2), kind: 'call' }),
      wireMutation('activities.add', { ...ACTIVITY(3), kind: 'next', next_on: today() }),
      wireMutation('people.stop', {
        ...{ id: ACTIVITY(4).id, candidate_id: IGNATIUS, reason: 'Asked' },
      }),
    ),
  ).toEqual(Array(11).fill('applied'))
  expect((await reveal(ask, ZENOBIA)).status).toBe(200)
  const [contact] = await app.sql<{ value_id: number }[]>`
    select value_id from candidate_contacts where candidate_id = ${ZENOBIA} and kind = 'phone'`
  const reported = { candidate_id: ZENOBIA, kind: 'phone', reason: 'left' } as const
  const value_id = contact?.value_id ?? 0
  expect(await push(ask, wireMutation('contacts.report', { ...reported, value_id }))).toEqual([
    'applied',
  ])
  expect((await runExport(ask)).status).toBe(200)
  await app.sql`update reveals set removed_at = now() where owner_id = ${ask.id}`
}

const ACTIVITY = (number: number) => ({
  id: `00000000-0000-4000-8000-0000000000b${number}`,
  candidate_id: ZENOBIA,
})
const today = () => new Date().toISOString().slice(0, 10)

/** Whether a row of a query says more than whom it was asked about. */
const tells = (row: object) =>
  Object.entries(row).some(
    ([column, value], _, { length }) =>
      (column !== 'candidate_id' || length === 1) && value !== null && value !== 0,
  )

/** Every row that the server shows a visitor, in every way. */
async function everythingSeenBy(ask: Device & { id: string }): Promise<Record<string, number>> {
  const seen: Record<string, number> = {}
  for (const name of shapesOf('account')) {
    const headers = { [USER_HEADER]: ask.id, [CONTRACT_HEADER]: String(CONTRACT_VERSION) }
    const response = await ask(`/api/shapes/${name}?offset=-1`, { headers })
    expect(response.status).toBe(200)
    const messages = (await response.json()) as { key?: string }[]
    seen[`shape ${name}`] = messages.filter(({ key }) => key !== undefined).length
  }
  const list = { owner_id: ask.id, id: ID }
  const args = {
    ...{ ...list, list_id: ID, candidate_id: ZENOBIA, ids: [ZENOBIA] },
    candidate_ids: [ZENOBIA, IGNATIUS],
    ...{ by: ask.id, today: today(), until: today(), one: list, other: list },
    ...{ begun_at: new Date(0).toISOString(), cooldown_from: new Date().toISOString() },
  }
  for (const name of Object.keys(QUERIES)) {
    const json = { version: CONTRACT_VERSION, user_id: ask.id, args }
    const response = await ask(`/api/queries/${name}`, { json })
    expect([name, response.status]).toEqual([name, 200])
    const { rows } = (await response.json()) as { rows: object[] }
    seen[`query ${name}`] = rows.filter(tells).length
  }
  const exported = await read<ExportHistory>(ask, '/api/exports')
  seen['exports tab'] = exported.total + exported.latest.length
  seen['reveal history'] = (await read<RevealHistory>(ask, '/api/reveals')).count
  return seen
}

it('a guest’s sign-in is one of the shared account', async () => {
  const before = new Date()
  const { id } = await visitor()
  expect(id).not.toBe(demoId)
  const [demo] = await app.sql`select last_sign_in_at from users where id = ${demoId}`
  expect(demo?.last_sign_in_at.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1000)
  const traces = await app.sql`
    select subject_id from audit_log where action = 'sign_in' and actor_id = ${id}`
  expect(traces).toEqual([{ subject_id: demoId }])
})

describe('what a visitor leaves in the shared demo account', () => {
  it('DEMO-* stays with that session: the next one sees nothing of it, on any way', async () => {
    const [first, second] = [await visitor(), await visitor()]
    await leaveEverything(first)
    const mine = await everythingSeenBy(first)
    const { 'shape entitlements': _, 'query entitlement.mine': __, ...written } = mine
    // A demo account is in no team, and watches nothing.
    const teams = ['mine', 'names', 'roster'].map((name) => `query teams.${name}`)
    const absent = [
      'shape memberships',
      ...teams,
      'query lists.is_shared',
      'shape watches',
      'query watches.all',
    ]
    for (const [way, rows] of Object.entries(written)) {
      const isWritten = way !== 'query lists.deleted' && !absent.includes(way)
      if (isWritten) expect([way, rows > 0]).toEqual([way, true])
    }
    for (const ask of [second, await visitor()]) {
      const theirs = await everythingSeenBy(ask)
      expect(Object.entries(theirs).filter(([, rows]) => rows > 0)).toEqual([])
    }
  })

  it('is not asked for by its id either, and nobody downloads the account', async () => {
    const [first, second] = [await visitor(), await visitor()]
    const headers = { [USER_HEADER]: first.id, [CONTRACT_HEADER]: String(CONTRACT_VERSION) }
    const response = await second('/api/shapes/lists?offset=-1', { headers })
    expect([response.status, await response.text()]).toEqual([
      401,
      expect.stringContaining('other_user'),
    ])
    for (const ask of [first, second]) {
      expect((await ask('/api/account/data')).status).toBe(403)
      const json = { password: PASSWORD }
      expect((await ask('/api/account', { method: 'DELETE', json })).status).toBe(403)
      expect((await ask('/api/auth/list-sessions')).status).toBe(403)
    }
  })

  it('DEMO-01 DEMO-05 each session is the demo account, under an id of its own', async () => {
    const visitors = [await visitor(), await visitor()]
    const mes = await Promise.all(visitors.map(meOf))
    for (const me of mes) {
      expect(me).toMatchObject({
        role: 'demo',
        user: { email: DEMO, name: 'demo', isGuest: true },
        demo: { isRestricted: true, canExport: true, grants: [{ feature_type: 'full_access' }] },
      })
    }
    expect(new Set([...mes.map(({ user }) => user?.id), demoId]).size).toBe(3)
  })

  it('DEMO-02 a user who is demo by a grant alone keeps their own account', async () => {
    const headers = await app.asUser('trial@clinidex.test')
    const [trial] = await app.sql`select id from users where email = 'trial@clinidex.test'`
    await app.sql`insert into demo_grants (user_id, feature_type) values (${trial?.id}, 'export')`
    const response = await app.request('/api/me', { as: 'session', headers })
    expect(await response.json()).toMatchObject({ role: 'demo', user: { id: trial?.id } })
  })
})

describe('what is counted of the shared demo account', () => {
  it('DEMO-08 a use of its grants counts for all sessions together', async () => {
    await app.sql`update demo_grants set max_uses = 2 where user_id = ${demoId}`
    const visitors = [await visitor(), await visitor(), await visitor()]
    const statuses = await Promise.all(
      visitors.map(async (ask) => (await reveal(ask, ZENOBIA)).status),
    )
    expect(statuses.sort()).toEqual([200, 200, 403])
    const late = await visitor()
    expect((await runExport(late)).status).toBe(403)
    expect((await meOf(late)).demo.canExport).toBe(false)
  })

  it('limits of an account count all sessions together', async () => {
    const json = {
      tone: 'formal',
      length: 'short',
      jobTitle: 'Nurse',
      jobDescription: 'Nights',
      positionType: 'contract',
    }
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      statuses.push((await (await visitor())('/api/emails/generate', { json })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
  })

  it('REVEAL-10 the budget is one for all sessions, also for one after the others ended', async () => {
    const first = await visitor()
    await app.sql`
      insert into reveals (owner_id, candidate_id, revealed_at)
      select ${first.id}, gen_random_uuid(), clock_timestamp()
      from generate_series(1, ${REVEALS_PER_DAY_MAX - 1})`
    await first('/api/auth/sign-out', { json: {} })
    await purgeGuests(app.sql)
    const second = await visitor()
    expect((await reveal(second, ZENOBIA)).status).toBe(200)
    expect((await reveal(await visitor(), ZENOBIA)).status).toBe(429)
    // A contact that this session has revealed before: no further one leaves.
    expect((await reveal(second, ZENOBIA)).status).toBe(200)
  })
})

describe('a session of the shared demo account that ended', () => {
  const age = (id: string) => app.sql`
    with aged as (update users set created_at = now() - interval '3 days' where id = ${id})
    update reveals set revealed_at = now() - interval '3 days' where owner_id = ${id}`
  const guests = async () => {
    const rows = await app.sql<{ id: string }[]>`select id from users where demo_of is not null`
    return rows.map(({ id }) => id)
  }

  it('is deleted with all it left, once that counts no more; a live one is not', async () => {
    const [gone, here] = [await visitor(), await visitor()]
    for (const ask of [gone, here]) await leaveEverything(ask)
    await gone('/api/auth/sign-out', { json: {} })
    await purgeGuests(app.sql)
    expect((await guests()).sort()).toEqual([gone.id, here.id].sort())
    await age(gone.id)
    await age(here.id)
    await purgeGuests(app.sql)
    expect(await guests()).toEqual([here.id])
    expect(await app.sql`select 1 from lists where owner_id = ${gone.id}`).toEqual([])
    // The record of the export stays, without the guest.
    expect(
      await app.sql`select from export_logs where owner_id in (${demoId}, ${gone.id})`,
    ).toHaveLength(1)
    expect((await everythingSeenBy(here))['shape lists']).toBe(1)
  })

  it('is deleted when it ran out', async () => {
    const ask = await visitor()
    await age(ask.id)
    await app.sql`update sessions set expires_at = now() where user_id = ${ask.id}`
    await purgeGuests(app.sql)
    expect(await guests()).toEqual([])
  })

  it('ends with a ban of the account, and with a new password', async () => {
    const admin = await app.asUser('admin@clinidex.test')
    const banned = await visitor()
    const json = { reason: 'Abuse' }
    const path = `/api/admin/users/${demoId}/ban`
    const answer = await app.request(path, { as: 'session', headers: admin, json })
    expect(answer.status).toBe(200)
    expect((await meOf(banned)).role).toBe('visitor')
    const again = device(app, '203.0.113.77')
    const refused = await again('/api/auth/sign-in/email', {
      json: { email: DEMO, password: PASSWORD },
    })
    expect(refused.status).toBe(403)
    // A sign-in that began before the ban.
    await app.sql`
      insert into users (id, name, email, email_verified, demo_of)
      values ('late-guest', 'Guest', 'late-guest@guest.invalid', true, ${demoId})`
    const late = app.sql`
      insert into sessions (id, user_id, token, expires_at, updated_at)
      values ('late', 'late-guest', 'late', now() + interval '1 hour', now())`
    await expect(late).rejects.toThrow('the account is banned')
    await app.sql`update users set banned_at = null where id = ${demoId}`

    const knew = await visitor()
    await app.sql`
      insert into auth_verifications (id, identifier, value, expires_at)
      values ('reset', 'reset-password:a-token', ${demoId}, now() + interval '1 hour')`
    const reset = { newPassword: PASSWORD, token: 'a-token' }
    expect((await again('/api/auth/reset-password', { json: reset })).status).toBe(200)
    await soon(async () => expect((await meOf(knew)).role).toBe('visitor'))
  })

  it('is over where the account is shared no more', async () => {
    const headers = await app.asUser('once@clinidex.test')
    const share = (isShared: boolean) => app.sql`
      update users set demo_account = ${isShared} where email = 'once@clinidex.test'`
    const me = async (as: Record<string, string>) =>
      (await (await app.request('/api/me', { as: 'session', headers: as })).json()) as Me
    expect((await me(headers)).role).toBe('free')
    await share(true)
    const guest = await app.asUser('once@clinidex.test')
    expect(await me(guest)).toMatchObject({ role: 'demo', user: { isGuest: true } })
    await share(false)
    expect((await me(guest)).role).toBe('visitor')
    expect((await me(headers)).role).toBe('free')
  })

  it('from before the account was shared is nobody’s, and signing in again gives one', async () => {
    const headers = await app.asUser('late@clinidex.test')
    await app.sql`update users set demo_account = true where email = 'late@clinidex.test'`
    const me = async (as: Record<string, string>) =>
      (await (await app.request('/api/me', { as: 'session', headers: as })).json()) as Me
    expect((await me(headers)).role).toBe('visitor')
    expect(await me(await app.asUser('late@clinidex.test'))).toMatchObject({ role: 'demo' })
  })
})
