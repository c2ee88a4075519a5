import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#tests/support/app.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let app: TestApp
beforeAll(async () => {
  app = await testApp({ people: 0, env: { ADMIN_EMAILS: 'Chief@Hospital.test' } })
})
afterAll(() => app.close())

async function me(headers: Record<string, string>) {
  const response = await app.request('/api/me', { as: 'session', headers })
  return { response, body: (await response.json()) as Record<string, unknown> }
}

/** Moves the end of a user's session to this many days from now. */
async function endIn(email: string, days: number): Promise<void> {
  await app.sql`
    update sessions set expires_at = ${new Date(Date.now() + days * DAY_MS)}
    from users where users.id = user_id and email = ${email}`
}

it('AUTH-27 a session in use is renewed once a day, for 30 more', async () => {
  const headers = await app.asUser('renewed@hospital.test')
  expect((await me(headers)).response.headers.getSetCookie()).toEqual([])
  await endIn('renewed@hospital.test', 28.9)
  const [cookie] = (await me(headers)).response.headers.getSetCookie()
  expect(cookie).toMatch(/Max-Age=2592000/)
  const [row] = await app.sql`
    select expires_at from sessions join users on users.id = user_id
    where email = 'renewed@hospital.test'`
  expect(row?.expires_at.getTime()).toBeGreaterThan(Date.now() + 29.9 * DAY_MS)
  expect((await me(headers)).response.headers.getSetCookie()).toEqual([])
})

it('an answer says how long the look at the session took', async () => {
  const { response } = await me(await app.asUser('timed@hospital.test'))
  expect(response.headers.get('Server-Timing')).toMatch(/^session;dur=\d+\.\d\d$/)
})

it('a session that ran out is nobody’s', async () => {
  const headers = await app.asUser('late@hospital.test')
  await endIn('late@hospital.test', -0.001)
  expect((await me(headers)).body).toMatchObject({ role: 'visitor', user: null })
})

it('GATE-09 the allow-list decides on the server, in any case of letters', async () => {
  const headers = await app.asUser('chief@hospital.test')
  expect((await me(headers)).body).toMatchObject({ role: 'admin', isAdmin: true })
})

it('a plan and its end count at once, without a new session', async () => {
  const headers = await app.asUser('plan@hospital.test')
  expect((await me(headers)).body).toMatchObject({ role: 'free', tier: null })
  await app.sql`
    insert into entitlements (user_id, tier, status, plan_name, price_cents, currency, billing_interval)
    select id, 'basic', 'active', 'Monthly Plan', 29500, 'usd', 'month'
    from users where email = 'plan@hospital.test'`
  expect((await me(headers)).body).toMatchObject({
    role: 'subscriber',
    tier: 'basic',
    subscription: {
      subscribed: true,
      plan_name: 'Monthly Plan',
      price_amount: 295,
      currency: 'usd',
      billing_interval: 'month',
      current_period_end: null,
    },
  })
  await app.sql`update entitlements set status = 'canceled', tier = 'free'`
  expect((await me(headers)).body).toMatchObject({
    role: 'free',
    subscription: { subscribed: false },
  })
})

it('DEMO-04 DEMO-07 a grant opens its feature, until it is spent', async () => {
  const headers = await app.asUser('granted@hospital.test')
  await app.sql`
    insert into demo_grants (user_id, feature_type, max_uses)
    select id, 'export', 1 from users where email = 'granted@hospital.test'`
  expect((await me(headers)).body).toMatchObject({
    role: 'demo',
    grants: ['export'],
    demo: {
      isRestricted: true,
      canExport: true,
      canViewContactInfo: false,
      grants: [{ feature_type: 'export', expires_at: null, max_uses: 1, uses_count: 0 }],
    },
  })
  await app.sql`update demo_grants set uses_count = 1`
  expect((await me(headers)).body).toMatchObject({ role: 'free', demo: { canExport: false } })
})

it('answers who the caller is to nobody’s cache', async () => {
  const { response } = await me(await app.asUser('cache@hospital.test'))
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
})

it('ACCOUNT-03 DEMO-07 the session says the bio, and each feature that a live grant opens', async () => {
  const email = 'featured@hospital.test'
  const headers = await app.asUser(email)
  await app.sql`update users set bio = 'Places nurses.' where email = ${email}`
  const until = new Date('2099-01-01T00:00:00Z')
  await app.sql`
    insert into demo_grants (user_id, feature_type, active, expires_at, max_uses)
    select id, feature_type, active, ${until}, 3
    from users, (values ('createLists', true), ('export', true), ('saveLists', false))
      as given (feature_type, active)
    where email = ${email}`
  const grant = { expires_at: until.toISOString(), max_uses: 3, uses_count: 0 }
  const { body } = await me(headers)
  expect(body).toMatchObject({ role: 'demo', user: { email, bio: 'Places nurses.' } })
  expect(body.demo).toMatchObject({
    isRestricted: true,
    canCreateLists: true,
    canSaveLists: false,
    canExport: true,
    canViewContactInfo: false,
    canSaveCandidates: false,
  })
  const { grants } = body.demo as { grants: { feature_type: string }[] }
  expect(grants.toSorted((one, other) => (one.feature_type < other.feature_type ? -1 : 1))).toEqual(
    [
      { feature_type: 'createLists', ...grant },
      { feature_type: 'export', ...grant },
    ],
  )
})
