import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AdminUserView, TimelinePage } from '#api/contract/admin-user-page.ts'
import { customerOf } from '#api/services/billing/customers.ts'
import { refreshCustomer } from '#api/services/billing/refresh.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { memberIn, newPerson, outcome, type Person, teamOf } from '#tests/support/teams.ts'

const CHIEF = 'chief@agency.test'

let app: TestApp
let chief: Record<string, string>
let chiefId: string
beforeAll(async () => {
  app = await testApp({ people: 0, env: { ADMIN_EMAILS: CHIEF } })
  chief = await app.asUser(CHIEF)
  const [user] = await app.sql<{ id: string }[]>`select id from users where email = ${CHIEF}`
  chiefId = user?.id ?? ''
})
afterAll(() => app.close())

const ask = (path: string, options: Parameters<TestApp['request']>[1] = {}) =>
  app.request(`/api/admin/${path}`, { as: 'session', headers: chief, ...options })

const open = (json: Record<string, unknown>) => ask('teams', { json })

const pageOf = async ({ id }: Pick<Person, 'id'>) => {
  const text = await (await ask(`users/${id}`)).text()
  return { text, teams: (JSON.parse(text) as AdminUserView).teams }
}

const counts = async () =>
  app.sql`
    select (select count(*) from teams) as teams, (select count(*) from team_members) as members,
      (select count(*) from audit_log where action = 'team.create') as traces`

it('TEAMS-06 an administrator opens a team with so many seats for an account, which owns it', async () => {
  const owner = await newPerson(app, { name: 'Olga Owner' })
  const opened = await open({ user_id: owner.id, name: ' Desk north ', seats: 5 })
  expect(opened.status).toBe(201)
  const { id } = (await opened.json()) as { id: string }
  const own = await (await owner.ask('GET', '/api/teams')).json()
  expect(own).toMatchObject({
    teams: [
      {
        id,
        name: 'Desk north',
        role: 'owner',
        seats: 5,
        seats_used: 1,
        members: [{ user_id: owner.id, display_name: 'Olga Owner', role: 'owner', ended_at: null }],
      },
    ],
  })
  expect((await pageOf(owner)).teams).toEqual([
    { id, name: 'Desk north', role: 'owner', seats: 5, seated: 1, is_paid: false },
  ])
  const { entries } = (await (await ask(`users/${owner.id}/timeline`)).json()) as TimelinePage
  expect(entries.find(({ action }) => action === 'team.create')).toMatchObject({
    by: { id: chiefId, email: CHIEF },
    details: { team: id, seats: 5 },
  })
})

it('TEAMS-06 the owner of a team that an administrator opened may have no plan, and be the administrator', async () => {
  const name = 'A desk of the own'
  expect(await outcome(open({ user_id: chiefId, name, seats: 1 }))).toBe('201')
  expect((await pageOf({ id: chiefId })).teams).toMatchObject([{ name, seats: 1, seated: 1 }])
})

it('TEAMS-06 no team is opened for an account that can be in none', async () => {
  const [banned, demo, busy] = [await newPerson(app), await newPerson(app), await newPerson(app)]
  const demoByRole = await newPerson(app)
  await app.sql`update users set banned_at = now() where id = ${banned.id}`
  await app.sql`update users set demo_account = true where id = ${demo.id}`
  await app.sql`update users set role = 'demo' where id = ${demoByRole.id}`
  await app.sql`
    insert into users (id, name, email, email_verified, demo_account, demo_of)
    values ('a-guest', 'n', 'a-guest@guest.invalid', true, true, ${demo.id})`
  for (let i = 0; i < 5; i++) await teamOf(app.sql, busy)
  const before = await counts()
  const refused = async (user_id: string) => {
    const response = await open({ user_id, name: 'A desk', seats: 5 })
    return [response.status, ((await response.json()) as { error: unknown }).error]
  }
  const unknown = { code: 'not_found', message: 'There is no such account.' }
  expect(await refused('nobody')).toEqual([404, unknown])
  expect(await refused('a-guest')).toEqual([404, unknown])
  expect(await refused(banned.id)).toEqual([
    403,
    { code: 'forbidden', message: 'This account is banned.' },
  ])
  for (const { id } of [demo, demoByRole]) {
    expect(await refused(id)).toEqual([
      403,
      { code: 'demo_restricted', message: 'A demo account is shared and can be in no team.' },
    ])
  }
  expect(await refused(busy.id)).toEqual([
    409,
    {
      code: 'quota_reached',
      message: 'An account can be in 5 teams at once.',
      data: { quota: 'teams', max: 5 },
    },
  ])
  expect(await counts()).toEqual(before)
})

it.each([
  { seats: 0 },
  { seats: 10_001 },
  { seats: 2.5 },
  { seats: '5' },
  { seats: null },
  { name: ' ' },
  { name: 'Desk\u202ehtron' },
  { user_id: '' },
  { user_id: 'a\u0000b' },
  { role: 'manager' },
])('TEAMS-06 no team is opened with %j', async (wrong) => {
  const before = await counts()
  const json = { user_id: chiefId, name: 'A desk', seats: 5, ...wrong }
  expect(await outcome(open(json))).toBe('400 invalid_input')
  expect(await counts()).toEqual(before)
})

it('TEAMS-06 the page of a user shows the open teams that it is in, oldest first, and no other member', async () => {
  const [user, other] = [await newPerson(app), await newPerson(app, { name: 'Marked Other' })]
  const team = async (name: string, daysAgo: number, seats: number) => {
    const id = await teamOf(app.sql, other, { name, seats })
    await app.sql`
      update teams set created_at = now() - ${daysAgo} * interval '1 day' where id = ${id}`
    return id
  }
  const [younger, older] = [await team('A younger one', 1, 3), await team('Older', 2, 4)]
  const [left, closed] = [await team('Left', 3, 4), await team('Closed', 4, 4)]
  await memberIn(app.sql, younger, user, 'viewer')
  await memberIn(app.sql, older, user, 'manager')
  await memberIn(app.sql, older, await newPerson(app, { name: 'Marked Viewer' }), 'viewer')
  const former = await memberIn(app.sql, left, user, 'recruiter')
  await app.sql`update team_members set ended_at = now() where id = ${former}`
  await memberIn(app.sql, closed, user, 'recruiter')
  await app.sql`update teams set closed_at = now() where id = ${closed}`
  const { text, teams } = await pageOf(user)
  expect(teams).toEqual([
    { id: older, name: 'Older', role: 'manager', seats: 4, seated: 2, is_paid: false },
    { id: younger, name: 'A younger one', role: 'viewer', seats: 3, seated: 1, is_paid: false },
  ])
  expect(text).not.toMatch(new RegExp(`Marked|${other.id}`))
})

it('TEAMS-22 a team that pays says so to administrators, whose number of seats it refuses', async () => {
  const owner = await newPerson(app)
  const id = await teamOf(app.sql, owner, { seats: 4 })
  const { billing } = app.parts
  const customer = await customerOf(billing, id)
  const subscription = billing.standIn?.ledger.subscribe(customer, billing.prices.price_monthly, 3)
  await refreshCustomer(billing, customer)
  expect((await pageOf(owner)).teams).toMatchObject([{ seats: 3, seated: 1, is_paid: true }])
  const refused = await ask(`teams/${id}/seats`, { method: 'PUT', json: { seats: 9 } })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toEqual({
    error: { code: 'forbidden', message: 'This team pays for its seats by itself.' },
  })
  if (!subscription) throw new Error('no stand-in of the billing service')
  billing.standIn?.ledger.cancel(subscription)
  await refreshCustomer(billing, customer)
  expect((await pageOf(owner)).teams).toMatchObject([{ is_paid: false }])
})

it('TEAMS-06 seats below those of one member are refused in the singular', async () => {
  const owner = await newPerson(app)
  const id = await teamOf(app.sql, owner)
  const refused = await ask(`teams/${id}/seats`, { method: 'PUT', json: { seats: 0 } })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toEqual({
    error: { code: 'seats_taken', message: '1 member of this team has a seat.' },
  })
})
