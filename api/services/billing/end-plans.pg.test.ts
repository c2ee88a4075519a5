import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeLapsedTeams } from '#api/services/teams/teams.ts'
import { insertPayer, insertTeam, testBilling } from '#tests/support/billing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startCheckout } from './checkout.ts'
import { customerOf } from './customers.ts'
import { cancelAtPeriodEnd, endPlansOfBanned, endPlansOfClosedTeams } from './end-plans.ts'
import { refreshCustomer } from './refresh.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let billing: ReturnType<typeof testBilling>
beforeAll(async () => {
  database = await testDatabase()
  billing = testBilling(database.sql)
})
afterAll(() => database.close())
afterEach(() => vi.restoreAllMocks())

async function subscribe(ownerId: string) {
  const customer = await customerOf(billing, ownerId)
  const subscription = billing.standIn.ledger.subscribe(customer, 'price_monthly')
  await refreshCustomer(billing, customer)
  return subscription
}

/** Runs a job while Stripe fails for the second of three customers, whatever their order. */
async function runWhileOneFails(job: typeof endPlansOfBanned, ownerIds: string[]): Promise<void> {
  const bad = await customerOf(billing, ownerIds[1] ?? '')
  const { customers } = billing.stripe
  const retrieve = customers.retrieve.bind(customers)
  vi.spyOn(customers, 'retrieve').mockImplementation((id: string) =>
    retrieve(id === bad ? 'cus_away' : id),
  )
  await expect(job(billing)).rejects.toThrow('1 of 3 owners failed.')
}

const three = <Value>(make: () => Promise<Value>) => Promise.all([make(), make(), make()])
const teams = () => three(async () => (await insertTeam(database.sql)).id)

it('a banned account can pay no checkout page that is open', async () => {
  const { stripe } = billing
  const payer = await insertPayer(database.sql)
  await startCheckout(billing, payer, { priceId: 'price_annual' })
  const customer = await customerOf(billing, payer)
  const pages = async () =>
    (await stripe.checkout.sessions.list({ customer })).data.map(({ status }) => status)
  expect(await pages()).toEqual(['open'])
  expect(await cancelAtPeriodEnd(billing, payer)).toBeNull()
  expect(await pages()).toEqual(['expired'])
})

it.each(['active', 'unpaid', 'paused'] as const)(
  'TEAMS-24 a closed team leaves no %s plan that could still be paid',
  async (status) => {
    const { sql } = database
    const { id } = await insertTeam(sql)
    const plan = await subscribe(id)
    Object.assign(plan, { status })
    await refreshCustomer(billing, await customerOf(billing, id))
    await sql`update teams set closed_at = now() where id = ${id}`
    await endPlansOfClosedTeams(billing)
    expect(plan.status).toBe('canceled')
    expect(await sql`select status from entitlements where owner_id = ${id}`).toEqual([
      { status: 'canceled' },
    ])
  },
)

describe('TEAMS-24 the plan of a team that is closed', () => {
  const REFUND = 'A closed team had paid, and its plan ended: refund it'
  const DAY_MS = 86_400_000
  let clock: number
  let own: ReturnType<typeof testBilling>
  let team: string
  let customer: string
  beforeEach(async () => {
    clock = Date.now()
    own = testBilling(database.sql, { now: () => clock })
    team = (await insertTeam(database.sql)).id
    customer = await customerOf(own, team)
  })
  const close = (at: number) =>
    database.sql`update teams set closed_at = ${new Date(at)} where id = ${team}`
  /**
   * Runs the job.
   * @returns what it logs for an operator
   */
  const ended = async () => {
    await refreshCustomer(own, customer)
    const logged = vi.spyOn(own.log, 'error').mockReturnValue(undefined)
    await endPlansOfClosedTeams(own)
    const [status] = own.standIn.ledger.state.subscriptions.map((plan) => plan.status)
    expect(status).toBe('canceled')
    return logged.mock.calls
  }

  it('is told for a refund where it was bought since', async () => {
    await close(clock)
    own.standIn.ledger.subscribe(customer, 'price_monthly')
    expect(await ended()).toEqual([[{ customer, team }, REFUND]])
  })

  it('is told for a refund where a failed renewal was paid since', async () => {
    const plan = own.standIn.ledger.subscribe(customer, 'price_monthly')
    own.standIn.ledger.endPeriod(plan, 'failed')
    await close(clock + DAY_MS)
    clock += 2 * DAY_MS
    own.standIn.ledger.payOpenInvoice(plan)
    expect(await ended()).toEqual([[{ customer, team }, REFUND]])
  })

  it('is not told where it was paid before', async () => {
    own.standIn.ledger.subscribe(customer, 'price_monthly')
    clock += DAY_MS
    await close(clock)
    expect(await ended()).toEqual([])
  })
})

describe('one customer that always fails', () => {
  it('keeps no plan of a banned account charged', async () => {
    const { sql } = database
    const accounts = await three(() => insertPayer(sql))
    const plans = await Promise.all(accounts.map(subscribe))
    await sql`update users set banned_at = now() where id = any(${accounts})`
    await runWhileOneFails(endPlansOfBanned, accounts)
    expect(plans[0]?.cancel_at_period_end).toBe(true)
    expect(plans[2]?.cancel_at_period_end).toBe(true)
  })

  it('TEAMS-24 keeps no plan of a closed team charged', async () => {
    const closed = await teams()
    const plans = await Promise.all(closed.map(subscribe))
    await database.sql`update teams set closed_at = now() where id = any(${closed})`
    await runWhileOneFails(endPlansOfClosedTeams, closed)
    expect(plans[0]?.status).toBe('canceled')
    expect(plans[2]?.status).toBe('canceled')
  })

  it('TEAMS-24 keeps no lapsed team open but its own', async () => {
    const { sql } = database
    const lapsed = await teams()
    for (const id of lapsed) await customerOf(billing, id)
    await sql`update teams set lapsed_at = now() - interval '31 days' where id = any(${lapsed})`
    await runWhileOneFails(closeLapsedTeams, lapsed)
    const open = await sql`select id from teams where id = any(${lapsed}) and closed_at is null`
    expect(open).toEqual([{ id: lapsed[1] }])
  })
})
