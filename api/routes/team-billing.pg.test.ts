import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import type { TeamPlanAnswer } from '#api/contract/team-billing.ts'
import { customerOf } from '#api/services/billing/customers.ts'
import type { Subscription } from '#api/services/billing/stand-in/objects.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { KNOWN_PEOPLE } from '#tests/support/known-people.ts'
import { soon } from '#tests/support/soon.ts'
import { memberIn, newPerson, outcome, type Person, teamOf } from '#tests/support/teams.ts'

const SOMEONE = KNOWN_PEOPLE[0]?.id

let app: TestApp
let ledger: NonNullable<TestApp['parts']['billing']['standIn']>['ledger']
beforeAll(async () => {
  app = await testApp({ people: 20 })
  const { standIn } = app.parts.billing
  if (!standIn) throw new Error('There is no stand-in.')
  ledger = standIn.ledger
})
afterAll(() => app.close())

async function meOf(person: Person): Promise<Me> {
  const response = await person.ask('GET', '/api/me')
  return (await response.json()) as Me
}

async function planOf(owner: Person, team: string): Promise<TeamPlanAnswer> {
  const response = await owner.ask('GET', `/api/teams/${team}/plan`)
  return (await response.json()) as TeamPlanAnswer
}

/**
 * Pays for a team as its owner does: on the page of the billing service, and through its webhooks.
 */
async function pay(
  owner: Person,
  team: string,
  { seats = 3, priceId = 'price_monthly' } = {},
): Promise<Subscription> {
  const { url } = (await (
    await owner.ask('POST', `/api/teams/${team}/plan/checkout`, { priceId, seats })
  ).json()) as { url: string }
  const session = ledger.state.sessions.find(({ id }) => url.endsWith(id))
  if (!session) throw new Error(`no checkout at ${url}`)
  ledger.pay(session)
  await soon(async () => expect((await planOf(owner, team)).seats).toBe(seats))
  const subscription = ledger.state.subscriptions.find(({ id }) => id === session.subscription)
  if (!subscription) throw new Error('no subscription')
  return subscription
}

/** A team that pays, with a member in each role. */
async function payingTeam(order: { seats?: number; priceId?: string } = {}) {
  const owner = await newPerson(app)
  const team = await teamOf(app.sql, owner, { seats: 2 })
  const subscription = await pay(owner, team, order)
  const recruiter = await newPerson(app)
  const viewer = await newPerson(app)
  await memberIn(app.sql, team, recruiter, 'recruiter')
  await memberIn(app.sql, team, viewer, 'viewer')
  return { owner, team, subscription, recruiter, viewer }
}

const reveal = (person: Person) =>
  outcome(person.ask('POST', `/api/candidates/${SOMEONE}/contact`, {}))

const search = (person: Person) => outcome(person.ask('POST', '/api/search', { filters: {} }))

/**
 * Creates a list in the team, as a device would.
 * @returns the code of its refusal, or "applied"
 */
async function makeList(person: Person, owner: string): Promise<string> {
  const response = await person.ask('POST', '/api/mutations', {
    version: CONTRACT_VERSION,
    user_id: person.id,
    mutations: [
      {
        id: crypto.randomUUID(),
        name: 'lists.create',
        args: { owner, id: crypto.randomUUID(), name: 'A list' },
        created_at: new Date().toISOString(),
      },
    ],
  })
  const body = (await response.json()) as { results?: { status: string; code?: string }[] }
  const [result] = body.results ?? []
  return result?.code ?? result?.status ?? JSON.stringify(body)
}

describe('what a seat opens', () => {
  it('TEAMS-20 search and contacts by the plan of the team, at once, and for no viewer', async () => {
    const { team, owner, recruiter, viewer } = await payingTeam()
    for (const person of [owner, recruiter]) {
      expect(await meOf(person)).toMatchObject({
        role: 'subscriber',
        tier: 'basic',
        subscription: { subscribed: false },
        team_plan: { team_id: team, team: 'A desk', tier: 'basic', plan_name: 'Monthly Plan' },
      })
      expect(await search(person)).toBe('200')
      expect(await reveal(person)).toBe('200')
    }
    expect(await meOf(viewer)).toMatchObject({ role: 'free', tier: null, team_plan: null })
    expect(await search(viewer)).toBe('403 subscription_required')
    expect(await reveal(viewer)).toBe('403 subscription_required')
  })

  it('TEAMS-20 for as many members as there are seats, the owner and who joined first', async () => {
    const owner = await newPerson(app)
    // Given by an administrator, before the team pays.
    const team = await teamOf(app.sql, owner, { seats: 10 })
    const order = { priceId: 'price_monthly', seats: 2 }
    const { url } = (await (
      await owner.ask('POST', `/api/teams/${team}/plan/checkout`, order)
    ).json()) as { url: string }
    const session = ledger.state.sessions.find(({ id }) => url.endsWith(id))
    const [first, second, third] = [
      await newPerson(app),
      await newPerson(app),
      await newPerson(app),
    ]
    for (const person of [first, second, third]) {
      await memberIn(app.sql, team, person, 'recruiter')
    }
    if (session) ledger.pay(session)
    await soon(async () => expect((await planOf(owner, team)).seats).toBe(2))
    expect(await planOf(owner, team)).toMatchObject({ seats: 2, seats_used: 4 })
    const roles = async () => {
      const answers = await Promise.all([owner, first, second, third].map(meOf))
      return answers.map(({ role }) => role)
    }
    expect(await roles()).toEqual(['subscriber', 'subscriber', 'free', 'free'])
    expect((await meOf(second)).team_plan).toBeNull()
    expect(await reveal(second)).toBe('403 subscription_required')
    // A seat that is free again is the next one's.
    await first.ask('POST', `/api/teams/${team}/leave`, {})
    expect((await roles()).slice(2)).toEqual(['subscriber', 'free'])
    // As after a renewal, or in the customer portal.
    const subscription = ledger.state.subscriptions.find(({ id }) => id === session?.subscription)
    if (!subscription) throw new Error('no subscription')
    ledger.setQuantity(subscription, 1)
    await soon(async () => expect((await planOf(owner, team)).seats).toBe(1))
    expect(await roles()).toEqual(['subscriber', 'free', 'free', 'free'])
    // Who owns it has a seat, however late they joined.
    await app.sql`
      update team_members set role = case when user_id = ${third.id} then 'owner' else 'recruiter' end
      where team_id = ${team} and ended_at is null`
    expect(await roles()).toEqual(['free', 'free', 'free', 'subscriber'])
  })

  it('TEAMS-20 no more once the membership is over, or that of a viewer', async () => {
    const { team, owner, recruiter } = await payingTeam()
    const second = await newPerson(app)
    const member = await memberIn(app.sql, team, second, 'recruiter')
    expect(await search(second)).toBe('200')
    await owner.ask('PUT', `/api/teams/${team}/members/${member}/role`, { role: 'viewer' })
    // Searches use a cached session until a notification makes every process forget it.
    await soon(async () => expect(await search(second)).toBe('403 subscription_required'))
    expect(await reveal(recruiter)).toBe('200')
    await recruiter.ask('POST', `/api/teams/${team}/leave`, {})
    expect(await reveal(recruiter)).toBe('403 subscription_required')
    expect((await meOf(recruiter)).team_plan).toBeNull()
  })

  it('TEAMS-20 the better of the own plan and those of two teams', async () => {
    const monthly = await payingTeam()
    const annual = await payingTeam({ priceId: 'price_annual' })
    const both = await newPerson(app, { tier: 'basic' })
    expect((await meOf(both)).tier).toBe('basic')
    await memberIn(app.sql, monthly.team, both, 'recruiter')
    await memberIn(app.sql, annual.team, both, 'manager')
    expect(await meOf(both)).toMatchObject({
      tier: 'premium',
      subscription: { subscribed: true, tier: 'basic' },
      team_plan: { team_id: annual.team, tier: 'premium' },
    })
    ledger.cancel(annual.subscription)
    await soon(async () =>
      expect(await meOf(both)).toMatchObject({
        tier: 'basic',
        team_plan: { team_id: monthly.team },
      }),
    )
    await app.sql`delete from entitlements where owner_id = ${both.id}`
    expect(await meOf(both)).toMatchObject({ role: 'subscriber', tier: 'basic' })
  })
})

describe('seats', () => {
  it('TEAMS-22 are previewed, bought and given up', async () => {
    const { team, owner } = await payingTeam()
    const of = `/api/teams/${team}/plan`
    const preview = await owner.ask('POST', `${of}/preview`, { seats: 5 })
    const { due_now, from, at } = (await preview.json()) as Record<string, number>
    // The period has just begun: nearly all of it is paid.
    expect(Math.round((due_now ?? 0) / 100)).toBe(2 * 295)
    const bought = await owner.ask('PUT', `${of}/seats`, { seats: 5, from, at })
    expect(await bought.json()).toMatchObject({ seats: 5, seats_used: 2 })
    const fewer = await owner.ask('PUT', `${of}/seats`, { seats: 2, from: 5, at })
    expect(await fewer.json()).toMatchObject({ seats: 5, plan: { renewal_seats: 2 } })
    const portal = (await (await owner.ask('POST', `${of}/portal`, {})).json()) as { url: string }
    expect(portal.url).toContain('/portal/')
    // All processes together count an account's calls to Stripe.
    const key = `team_billing:${owner.id}`
    expect(await app.sql`select points from rate_limits where key = ${key}`).toEqual([
      { points: 5 },
    ])
  })

  it('checkout and portal lead back to the team in the account', async () => {
    const owner = await newPerson(app)
    const team = await teamOf(app.sql, owner, { seats: 2 })
    const tab = `http://localhost/account?tab=team&team=${team}`
    await pay(owner, team)
    const session = ledger.state.sessions.at(-1)
    expect([session?.success_url, session?.cancel_url]).toEqual([
      `${tab}&payment={CHECKOUT_SESSION_ID}`,
      `${tab}&payment=cancelled`,
    ])
    await owner.ask('POST', `/api/teams/${team}/plan/portal`, {})
    expect(ledger.state.portals.at(-1)?.return_url).toBe(tab)
    // A team that has a plan is sent to the portal instead of paying twice.
    const order = { priceId: 'price_monthly', seats: 3 }
    const before = ledger.state.portals.length
    await owner.ask('POST', `/api/teams/${team}/plan/checkout`, order)
    expect(ledger.state.portals).toHaveLength(before + 1)
    expect(ledger.state.portals.at(-1)?.return_url).toBe(tab)
  })

  it.each([
    ['one seat', { seats: 1, from: 3, at: 1 }],
    ['half a seat', { seats: 2.5, from: 3, at: 1 }],
    ['too many', { seats: 10_001, from: 3, at: 1 }],
    ['no number', { seats: '5', from: 3, at: 1 }],
    ['another plan', { seats: 5, from: 3, at: 1, price: 'free' }],
    ['no preview', { seats: 5 }],
  ])('TEAMS-22 of bad input are refused: %s', async (_, json) => {
    const { team, owner } = await payingTeam()
    const asked = owner.ask('PUT', `/api/teams/${team}/plan/seats`, json)
    expect(await outcome(asked)).toBe('400 invalid_input')
  })

  it('TEAMS-22 are changed only by who confirmed of late that it is them', async () => {
    const { team, owner, subscription } = await payingTeam()
    await app.sql`
      update sessions set confirmed_at = now() - interval '11 minutes' where user_id = ${owner.id}`
    const at = Math.floor(Date.now() / 1000)
    const asked = owner.ask('PUT', `/api/teams/${team}/plan/seats`, { seats: 5, from: 3, at })
    expect(await outcome(asked)).toBe('403 confirmation_required')
    expect(subscription.items.data[0]?.quantity).toBe(3)
  })

  it('TEAMS-22 a payment that fails names where it can be made', async () => {
    const { team, owner, subscription } = await payingTeam()
    ledger.setDeclining(subscription.customer, true)
    const of = `/api/teams/${team}/plan`
    const { from, at } = (await (
      await owner.ask('POST', `${of}/preview`, { seats: 4 })
    ).json()) as Record<string, number>
    const refused = await owner.ask('PUT', `${of}/seats`, { seats: 4, from, at })
    expect(refused.status).toBe(402)
    expect(await refused.json()).toEqual({
      error: {
        code: 'payment_due',
        message: 'The payment did not go through: nothing was changed.',
        data: { url: expect.stringContaining('/portal/') },
      },
    })
    expect((await planOf(owner, team)).seats).toBe(3)
    // The seats are paid on that page, and the webhook updates them.
    ledger.payOpenInvoice(subscription)
    await soon(async () => expect((await planOf(owner, team)).seats).toBe(4))
  })

  it('TEAMS-22 a payment is confirmed to owners of the team alone', async () => {
    const { team, owner, recruiter } = await payingTeam()
    const session = ledger.state.sessions.find((each) => each.client_reference_id === team)
    const confirm = (person: Person) =>
      outcome(person.ask('POST', '/api/billing/confirm', { sessionId: session?.id }))
    expect(await confirm(owner)).toBe('200')
    expect(await confirm(recruiter)).toBe('404 not_found')
  })

  it('TEAMS-22 a former owner sees and buys nothing', async () => {
    const { team, owner } = await payingTeam()
    const heir = await newPerson(app)
    const member = await memberIn(app.sql, team, heir, 'manager')
    await owner.ask('POST', `/api/teams/${team}/hand-over`, { member_id: member })
    const of = `/api/teams/${team}/plan`
    const asks = (person: Person) =>
      Promise.all([
        outcome(person.ask('GET', of)),
        outcome(person.ask('POST', `${of}/preview`, { seats: 5 })),
        outcome(person.ask('PUT', `${of}/seats`, { seats: 5, from: 3, at: 1 })),
        outcome(person.ask('POST', `${of}/portal`, {})),
      ])
    expect(new Set(await asks(owner))).toEqual(new Set(['403 forbidden']))
    await owner.ask('POST', `/api/teams/${team}/leave`, {})
    expect(new Set(await asks(owner))).toEqual(new Set(['403 not_a_member']))
    expect(await outcome(heir.ask('GET', of))).toBe('200')
  })
})

describe('a team whose plan is over', () => {
  it('TEAMS-24 can be read, and nothing in it changes until it is paid again', async () => {
    const { team, owner, subscription, recruiter } = await payingTeam()
    const of = `/api/teams/${team}`
    expect(await makeList(recruiter, team)).toBe('applied')
    ledger.cancel(subscription)
    await soon(async () => expect((await planOf(owner, team)).plan).toBeNull())
    const settings = { name: 'Renamed', lease_days: 7, cooldown_days: 14 }
    const invite = { email: 'new@agency.test', role: 'recruiter' }
    expect(await makeList(recruiter, team)).toBe('team_lapsed')
    expect(await outcome(owner.ask('PUT', of, settings))).toBe('403 team_lapsed')
    expect(await outcome(owner.ask('POST', `${of}/invites`, invite))).toBe('403 team_lapsed')
    expect(await reveal(recruiter)).toBe('403 subscription_required')
    expect(await outcome(recruiter.ask('GET', '/api/teams'))).toBe('200')
    // A member without the plan can leave, and can be removed.
    expect(await outcome(recruiter.ask('POST', `${of}/leave`, {}))).toBe('204')
    await pay(owner, team, { seats: 2 })
    expect(await makeList(owner, team)).toBe('applied')
    expect(await outcome(owner.ask('PUT', of, settings))).toBe('204')
  })

  it('TEAMS-24 is one that did not pay, but none that is being charged again', async () => {
    const { team, owner, subscription, recruiter } = await payingTeam()
    ledger.endPeriod(subscription, 'failed')
    await soon(async () => expect((await planOf(owner, team)).plan?.is_past_due).toBe(true))
    expect(await makeList(recruiter, team)).toBe('applied')
    expect(await reveal(recruiter)).toBe('200')
    ledger.endPeriod(subscription)
    await soon(async () => expect(await makeList(recruiter, team)).toBe('team_lapsed'))
  })
})

it('TEAMS-24 closing a team ends its plan, and no own plan', async () => {
  const { team, owner, subscription } = await payingTeam()
  const { billing } = app.parts
  const own = ledger.subscribe(await customerOf(billing, owner.id), 'price_monthly')
  await app.sql`update sessions set confirmed_at = now() where user_id = ${owner.id}`
  expect(await outcome(owner.ask('DELETE', `/api/teams/${team}`))).toBe('204')
  expect([subscription.status, own.status]).toEqual(['canceled', 'active'])
  await soon(async () => expect((await meOf(owner)).subscription.subscribed).toBe(true))
  expect((await meOf(owner)).team_plan).toBeNull()
})
