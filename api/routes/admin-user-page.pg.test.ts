import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AdminUserView, TimelinePage } from '#api/contract/admin-user-page.ts'
import { customerOf } from '#api/services/billing/customers.ts'
import { endPlansOfBanned } from '#api/services/billing/end-plans.ts'
import { refreshCustomer } from '#api/services/billing/refresh.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'

const ADMIN = 'chief@hospital.test'
const SECRET = 'never-to-be-shown@private.test'

let app: TestApp
let admin: Record<string, string>
beforeAll(async () => {
  app = await testApp({ people: 20, env: { ADMIN_EMAILS: ADMIN } })
  admin = await app.asUser(ADMIN)
})
afterAll(() => app.close())

let users = 0
async function newUser(): Promise<{ id: string; email: string }> {
  const email = `user${++users}@agency.test`
  await app.asUser(email)
  const [user] = await app.sql<{ id: string }[]>`select id from users where email = ${email}`
  return { id: user?.id ?? '', email }
}

const ask = (path: string, options: Parameters<TestApp['request']>[1] = {}) =>
  app.request(`/api/admin/users/${path}`, { as: 'session', headers: admin, ...options })

async function subscribe(userId: string): Promise<string> {
  const { billing } = app.parts
  const customer = await customerOf(billing, userId)
  billing.standIn?.ledger.subscribe(customer, billing.prices.price_monthly)
  await refreshCustomer(billing, customer)
  return customer
}

const planOf = async (id: string) =>
  (await app.sql`select status, cancel_at_period_end from entitlements where user_id = ${id}`)[0]

describe('a user’s page', () => {
  it('shows plan, sessions, grants and counts, and neither a contact nor what the user keeps', async () => {
    const { id, email } = await newUser()
    await subscribe(id)
    const [person] = await app.sql<{ id: string }[]>`select id from candidates order by id limit 1`
    await app.sql`insert into reveals (owner_id, candidate_id) values (${id}, ${person?.id ?? ''})`
    await app.sql`
      insert into saved_candidates (owner_id, candidate_id, starred, note, created_at, updated_at)
      values (${id}, ${person?.id ?? ''}, true, ${SECRET}, now(), now())`
    await app.sql`
      insert into export_logs (owner_id, export_count, format, file_name, columns)
      values (${id}, 12, 'csv', ${SECRET}, '{}')`
    await app.sql`
      insert into demo_grants (user_id, feature_type, active)
      values (${id}, 'export', true), (${id}, 'saveLists', false)`
    const response = await ask(id)
    const text = await response.text()
    const view = JSON.parse(text) as AdminUserView
    expect(view).toMatchObject({
      user: {
        email,
        subscription_plan: 'Monthly Plan',
        is_banned: false,
        has_second_factor: false,
      },
      actor: { role: 'subscriber', tier: 'basic', grants: ['export'] },
      plan: { status: 'active', cancels: false },
      sessions: [{ factor: 'password' }],
      counts: { reveals: 1, exports: 1, exported_people: 12 },
    })
    const timeline = await (await ask(`${id}/timeline`)).text()
    for (const each of [text, timeline]) expect(each).not.toContain(SECRET)
    expect(text).not.toContain('token')
  })

  it('shows the sessions that are open, last used first', async () => {
    const { id } = await newUser()
    await app.sql`
      insert into sessions (id, user_id, token, expires_at, updated_at)
      select name, ${id}, name, now() + ends, now() - unused
      from (values ('over', interval '0', interval '1 minute'),
        ('older', interval '1 day', interval '2 hours'),
        ('newer', interval '1 day', interval '1 hour')) session (name, ends, unused)`
    const { sessions } = (await (await ask(id)).json()) as AdminUserView
    expect(sessions.map((session) => session.id)).toEqual([expect.any(String), 'newer', 'older'])
  })

  it('tells what happened, newest first, page by page, a day’s reveals as one', async () => {
    const { id } = await newUser()
    const other = await newUser()
    await app.sql`
      insert into audit_log (at, actor_id, action, subject_id)
      select '2026-03-01'::timestamptz + n * interval '1 hour', ${id}, 'reveal', 'person' || n
      from generate_series(0, 71) n`
    await app.sql`
      insert into audit_log (at, actor_id, action, subject_id)
      select '2026-02-01'::timestamptz + n * interval '1 minute', ${other.id}, 'grant.create', ${id}
      from generate_series(1, 120) n`
    const entries = []
    let after: string | null = ''
    let pages = 0
    while (after !== null) {
      const page = (await (
        await ask(`${id}/timeline${after ? `?after=${after}` : ''}`)
      ).json()) as TimelinePage
      entries.push(...page.entries)
      after = page.next
      pages += 1
    }
    expect(pages).toBe(3)
    const reveals = entries.filter(({ action }) => action === 'reveal')
    expect(reveals.map(({ count, at }) => [count, at.slice(0, 10)])).toEqual([
      [24, '2026-03-03'],
      [24, '2026-03-02'],
      [24, '2026-03-01'],
    ])
    const grants = entries.filter(({ action }) => action === 'grant.create')
    expect(new Set(grants.map((entry) => entry.id)).size).toBe(120)
    expect(grants[0]?.by).toEqual({ id: other.id, email: other.email })
    const times = entries.map(({ at }) => at)
    expect(times).toEqual([...times].sort().reverse())
    expect(JSON.stringify(entries)).not.toContain('person7')
  })

  it('names whom an account acted upon, and no subject where that is the account itself', async () => {
    const [actor, other] = [await newUser(), await newUser()]
    const [team] = await app.sql<{ id: string }[]>`
      insert into teams (name, closed_at) values ('Desk north', now()) returning id`
    const log = [
      [actor.id, 'user.ban', other.id],
      [actor.id, 'account.delete', 'gone'],
      [actor.id, 'team.close', team?.id ?? ''],
      [actor.id, 'password.reset', actor.id],
      [other.id, 'grant.create', actor.id],
    ] as const
    for (const [actor_id, action, subject_id] of log) {
      await app.sql`insert into audit_log ${app.sql({ actor_id, action, subject_id })}`
    }
    const { entries } = (await (await ask(`${actor.id}/timeline`)).json()) as TimelinePage
    const subjectOf = (action: string) => entries.find((entry) => entry.action === action)?.subject
    expect(log.map(([, action]) => subjectOf(action))).toEqual([
      { id: other.id, name: other.email },
      { id: 'gone', name: null },
      { id: team?.id, name: 'Desk north' },
      null,
      null,
    ])
  })

  it('refuses a cursor that is none of a timeline', async () => {
    const { id } = await newUser()
    for (const row of [['nowhen', '1'], ['2026-01-01', 'one'], ['2026-01-01']]) {
      const after = Buffer.from(JSON.stringify(row)).toString('base64url')
      const response = await ask(`${id}/timeline?after=${after}`)
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: { code: 'invalid_input', message: 'after: not a page of this list' } },
      ])
    }
  })

  it('is of no guest, and of nobody who is not there', async () => {
    const { id } = await newUser()
    await app.sql`
      insert into users (id, name, email, email_verified, demo_account, demo_of)
      values ('a-guest', 'n', 'a-guest@guest.invalid', true, true, ${id})`
    for (const missing of ['a-guest', 'nobody']) {
      expect((await ask(missing)).status).toBe(404)
    }
  })
})

describe('a ban', () => {
  it('has the plan end with its period, and says when', async () => {
    const { id } = await newUser()
    await subscribe(id)
    const [before] = await app.sql`
      select current_period_end from entitlements where user_id = ${id}`
    const response = await ask(`${id}/ban`, { json: { reason: 'Scraping' } })
    expect(await response.json()).toEqual({
      plan: 'ends',
      ends_at: before?.current_period_end.toISOString(),
    })
    expect(await planOf(id)).toEqual({ status: 'active', cancel_at_period_end: true })
    const view = (await (await ask(id)).json()) as AdminUserView
    expect(view).toMatchObject({ user: { ban_reason: 'Scraping' }, plan: { cancels: true } })
    const free = await newUser()
    const nothing = await ask(`${free.id}/ban`, { json: { reason: 'Scraping' } })
    expect(await nothing.json()).toEqual({ plan: 'none', ends_at: null })
  })

  it('holds while the billing service is away, and the plan ends once it is back', async () => {
    const { id, email } = await newUser()
    await subscribe(id)
    const { stripe } = app.parts.billing
    const list = stripe.subscriptions.list
    stripe.subscriptions.list = () => {
      throw new Error('away')
    }
    const response = await ask(`${id}/ban`, { json: { reason: 'Scraping' } })
    stripe.subscriptions.list = list
    expect(await response.json()).toEqual({ plan: 'ends_later', ends_at: null })
    const [user] = await app.sql`select banned_at from users where email = ${email}`
    expect(user?.banned_at).not.toBeNull()
    expect(await planOf(id)).toEqual({ status: 'active', cancel_at_period_end: false })
    await endPlansOfBanned(app.parts.billing)
    expect(await planOf(id)).toEqual({ status: 'active', cancel_at_period_end: true })
  })
})

describe('deleting a user', () => {
  const remove = (id: string) => ask(id, { method: 'DELETE' })
  const age = (minutes: number) => app.sql`
    update sessions set confirmed_at = now() - ${minutes} * interval '1 minute'
    where user_id = (select id from users where email = ${ADMIN})`

  it('USERS-11 takes what is theirs, ends the plan at once, and leaves exports without the person', async () => {
    await age(0)
    const { id, email } = await newUser()
    const customer = await subscribe(id)
    await app.sql`
      insert into lists (id, owner_id, name, created_at, updated_at)
      values (gen_random_uuid(), ${id}, 'Mine', now(), now())`
    await app.sql`
      insert into export_logs (owner_id, export_count, format, file_name, columns)
      values (${id}, 31, 'csv', ${SECRET}, '{}')`
    const statistics = async () =>
      (await (
        await app.request('/api/admin/statistics', { as: 'session', headers: admin })
      ).json()) as { total_exports: number }
    const before = await statistics()
    expect((await remove(id)).status).toBe(204)
    expect(await app.sql`select 1 from users where email = ${email}`).toEqual([])
    expect(await app.sql`select 1 from lists where owner_id = ${id}`).toEqual([])
    const former = await app.sql`select * from former_exports where export_count = 31`
    expect(former).toMatchObject([{ format: 'csv' }])
    expect(JSON.stringify(former)).not.toContain(id)
    expect(JSON.stringify(former)).not.toContain(SECRET)
    expect((await statistics()).total_exports).toBe(before.total_exports)
    const { data } = await app.parts.billing.stripe.subscriptions.list({ customer, status: 'all' })
    expect(data.map(({ status }) => status)).toEqual(['canceled'])
    const [trace] = await app.sql`
      select actor_id from audit_log where action = 'account.delete' and subject_id = ${id}`
    const [chief] = await app.sql`select id from users where email = ${ADMIN}`
    expect(trace?.actor_id).toBe(chief?.id)
    expect((await remove(id)).status).toBe(404)
  })

  it('asks who it is when that was shown more than ten minutes ago, and then deletes nobody', async () => {
    const { id } = await newUser()
    await age(11)
    const refused = await remove(id)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('"confirmation_required"')
    expect(await app.sql`select 1 from users where id = ${id}`).toHaveLength(1)
    await age(9)
    expect((await remove(id)).status).toBe(204)
  })

  it('asks so before a ban and the file of all addresses, too', async () => {
    const { id } = await newUser()
    const ban = () => ask(`${id}/ban`, { json: { reason: 'Scraping' } })
    const file = () => ask('file')
    await age(11)
    for (const refused of await Promise.all([ban(), file()])) {
      expect(refused.status).toBe(403)
      expect(await refused.text()).toContain('"confirmation_required"')
    }
    expect(await app.sql`select from users where id = ${id} and banned_at is null`).toHaveLength(1)
    await age(9)
    for (const done of await Promise.all([ban(), file()])) {
      expect(done.status).toBe(200)
      await done.text()
    }
  })

  it('USERS-14 is not for one’s own account', async () => {
    await age(0)
    const [chief] = await app.sql<{ id: string }[]>`select id from users where email = ${ADMIN}`
    const refused = await remove(chief?.id ?? '')
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('You cannot delete your own account here.')
    expect(await app.sql`select 1 from users where email = ${ADMIN}`).toHaveLength(1)
  })

  it('fails where the plan cannot be ended, and the account stays', async () => {
    await age(0)
    const { id } = await newUser()
    await subscribe(id)
    const { stripe } = app.parts.billing
    const { cancel } = stripe.subscriptions
    stripe.subscriptions.cancel = () => {
      throw new Error('away')
    }
    const response = await remove(id)
    stripe.subscriptions.cancel = cancel
    expect(response.status).toBe(500)
    expect(await app.sql`select 1 from users where id = ${id}`).toHaveLength(1)
  })
})

describe('grants for several', () => {
  const grants = (path: string, json: object) =>
    app.request(`/api/admin/grants/${path}`, { as: 'session', headers: admin, json })

  it('USERS-07 USERS-09 say what became of each account', async () => {
    const [a, b] = [await newUser(), await newUser()]
    const userIds = [a.id, 'nobody', b.id, a.id]
    const granted = await grants('bulk', {
      userIds,
      featureType: 'full_access',
      expiresAt: null,
      notes: null,
    })
    const unknown = { user_id: 'nobody', error: 'There is no such account.' }
    const each = {
      results: [{ user_id: a.id, error: null }, unknown, { user_id: b.id, error: null }],
    }
    expect(await granted.json()).toEqual(each)
    const live = () => app.sql`
      select user_id from demo_grants where active and user_id = any(${[a.id, b.id]})`
    expect(await live()).toHaveLength(2)
    const revoked = await grants('bulk-revoke', { userIds, featureType: null })
    expect(await revoked.json()).toEqual(each)
    expect(await live()).toHaveLength(0)
    const traces = await app.sql`
      select 1 from audit_log where subject_id = ${a.id} and action like 'grant.%'`
    expect(traces).toHaveLength(2)
  })

  it.each([
    { userIds: [], featureType: 'export', expiresAt: null, notes: null },
    {
      userIds: Array.from({ length: 201 }, (_, n) => `u${n}`),
      featureType: 'export',
      expiresAt: null,
      notes: null,
    },
    { userIds: ['u'], featureType: 'everything', expiresAt: null, notes: null },
    { userIds: ['u'], featureType: 'export', expiresAt: '2001-01-01T00:00:00.000Z', notes: null },
  ])('refuse %#', async (json) => {
    expect((await grants('bulk', json)).status).toBe(400)
  })

  it('USERS-06 are listed for one account, newest first', async () => {
    const { id } = await newUser()
    await app.sql`
      insert into demo_grants (user_id, feature_type, created_at) values
        (${id}, 'export', '2026-01-01'), (${id}, 'createLists', '2026-01-02')`
    const response = await app.request(`/api/admin/grants?userId=${id}`, {
      as: 'session',
      headers: admin,
    })
    const { grants: listed } = (await response.json()) as { grants: { feature_type: string }[] }
    expect(listed.map(({ feature_type }) => feature_type)).toEqual(['createLists', 'export'])
  })
})
