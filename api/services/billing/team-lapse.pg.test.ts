import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeLapsedTeams } from '#api/services/teams/teams.ts'
import { insertTeam, testBilling } from '#tests/support/billing.ts'
import { testDatabase } from '#tests/support/database.ts'
import {
  insertPayingTeam,
  invitedPayer,
  seatsOf,
  type TeamCaller,
} from '#tests/support/paying-team.ts'
import { endSubscriptions, startCheckout } from './checkout.ts'
import { customerOf } from './customers.ts'
import { endPlansOfClosedTeams } from './end-plans.ts'
import { refreshCustomer } from './refresh.ts'
import type { Subscription } from './stand-in/objects.ts'
import { readTeamPlan } from './team-seats.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

let billing: ReturnType<typeof testBilling>
let ledger: (typeof billing)['standIn']['ledger']
let caller: TeamCaller
/** The milliseconds by which Stripe's clock is ahead. */
let ahead: number
beforeEach(() => {
  ahead = 0
  billing = testBilling(database.sql, { now: () => Date.now() + ahead })
  ledger = billing.standIn.ledger
})

async function payingTeam(size?: { seats?: number; seated?: number }): Promise<Subscription> {
  const team = await insertPayingTeam(billing, size)
  caller = team.caller
  return team.subscription
}

const seats = () => seatsOf(billing, caller)
const invited = () => invitedPayer(billing, caller)

it('TEAMS-24 the deleted account of an owner leaves the plan of the team, and a closed team ends it', async () => {
  const { sql } = database
  const subscription = await payingTeam({ seated: 2 })
  const own = ledger.subscribe(await customerOf(billing, caller.actor.id), 'price_monthly')
  await endSubscriptions(billing, caller.actor.id)
  await sql`delete from users where id = ${caller.actor.id}`
  await endPlansOfClosedTeams(billing)
  expect([own.status, subscription.status]).toEqual(['canceled', 'active'])
  // The recruiter becomes the owner; without that account the team closes.
  const [heir] = await sql<{ user_id: string }[]>`
    delete from users where id in (
      select user_id from team_members where team_id = ${caller.teamId} and ended_at is null)
    returning id as user_id`
  expect(heir).toBeDefined()
  expect(subscription.status).toBe('active')
  await endPlansOfClosedTeams(billing)
  expect(subscription.status).toBe('canceled')
  const [kept] = await sql`select tier from entitlements where owner_id = ${caller.teamId}`
  expect(kept).toEqual({ tier: 'free' })
})

it('TEAMS-24 a page paid after its team was closed is cancelled', async () => {
  const { sql } = database
  const { id, ownerId } = await insertTeam(sql)
  await startCheckout(billing, id, { priceId: 'price_monthly', seats: 2 })
  const [session] = ledger.state.sessions
  await sql`delete from users where id = ${ownerId}`
  if (session) ledger.pay(session)
  await refreshCustomer(billing, session?.customer ?? '')
  await endPlansOfClosedTeams(billing)
  expect(ledger.state.subscriptions.map(({ status }) => status)).toEqual(['canceled'])
})

describe('a team that lapsed', () => {
  async function lapsedFor(days: number): Promise<Subscription> {
    const subscription = await payingTeam()
    ledger.cancel(subscription)
    await refreshCustomer(billing, subscription.customer)
    await database.sql`
      update teams set lapsed_at = lapsed_at - make_interval(days => ${days})
      where id = ${caller.teamId}`
    return subscription
  }
  const isClosed = async () => {
    const [team] = await database.sql`
      select closed_at is not null as is_closed from teams where id = ${caller.teamId}`
    return team?.is_closed
  }

  it('TEAMS-24 says when it is closed, and keeps saying so', async () => {
    const subscription = await payingTeam()
    ledger.cancel(subscription)
    await refreshCustomer(billing, subscription.customer)
    const { plan, closes_at } = await readTeamPlan(billing, caller)
    expect(plan).toBeNull()
    const days = (Date.parse(closes_at ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
    await refreshCustomer(billing, subscription.customer)
    expect((await readTeamPlan(billing, caller)).closes_at).toBe(closes_at)
  })

  it('TEAMS-24 is open for 30 days, and closed after', async () => {
    await lapsedFor(29)
    await closeLapsedTeams(billing)
    expect(await isClosed()).toBe(false)
    await lapsedFor(31)
    await closeLapsedTeams(billing)
    expect(await isClosed()).toBe(true)
    expect(
      await database.sql`
        select from team_members where team_id = ${caller.teamId} and ended_at is null`,
    ).toEqual([])
  })

  it('TEAMS-24 is open again once it is paid, also where no event told', async () => {
    const { customer } = await lapsedFor(31)
    ledger.subscribe(customer, 'price_monthly', 4)
    await closeLapsedTeams(billing)
    expect(await isClosed()).toBe(false)
    expect(await seats()).toEqual([4, 4])
    expect((await readTeamPlan(billing, caller)).closes_at).toBeNull()
  })

  it('TEAMS-24 is one whose customer was deleted', async () => {
    const subscription = await payingTeam()
    const { customers } = billing.stripe
    vi.spyOn(customers, 'retrieve').mockResolvedValueOnce({
      id: subscription.customer,
      object: 'customer',
      deleted: true,
    } as never)
    await refreshCustomer(billing, subscription.customer)
    expect((await readTeamPlan(billing, caller)).closes_at).not.toBeNull()
  })

  it.each(['canceled', 'unpaid', 'paused'])(
    'TEAMS-24 is one whose plan was %s when Stripe was first asked',
    async (status) => {
      const { id, ownerId } = await insertTeam(database.sql)
      caller = { teamId: id, actor: { id: ownerId }, network: '' }
      const customer = await customerOf(billing, id)
      Object.assign(ledger.subscribe(customer, 'price_monthly', 2), { status })
      await refreshCustomer(billing, customer)
      expect((await readTeamPlan(billing, caller)).closes_at).not.toBeNull()
    },
  )

  it('TEAMS-24 lets nobody join', async () => {
    await payingTeam()
    const join = await invited()
    const [{ customer_id: customer } = { customer_id: '' }] = await database.sql<
      { customer_id: string }[]
    >`select customer_id from stripe_customers where owner_id = ${caller.teamId}`
    await endSubscriptions(billing, caller.teamId)
    await refreshCustomer(billing, customer)
    await expect(join()).rejects.toMatchObject({ code: 'team_lapsed' })
  })
})
