import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { insertPayer, testBilling } from '#tests/support/billing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startCheckout } from './checkout.ts'
import { customerOf } from './customers.ts'
import { reconcile } from './reconcile.ts'
import { refreshCustomer } from './refresh.ts'
import { signatureOf } from './stand-in/deliver.ts'
import { receiveEvent } from './webhook.ts'

const databases: Awaited<ReturnType<typeof testDatabase>>[] = []
let sql: Awaited<ReturnType<typeof testDatabase>>['sql']
beforeEach(async () => {
  const database = await testDatabase()
  databases.push(database)
  sql = database.sql
})
afterAll(async () => {
  for (const database of databases) await database.close()
})

async function tierOf(userId: string): Promise<string | undefined> {
  const [row] = await sql<{ tier: string }[]>`
    select tier from entitlements where user_id = ${userId}`
  return row?.tier
}

it('heals a day without webhooks, and then has nothing to do', async () => {
  const billing = testBilling(sql)
  const { ledger } = billing.standIn
  const [one, two] = [await insertPayer(sql), await insertPayer(sql)]
  ledger.subscribe(await customerOf(billing, one), 'price_monthly')
  ledger.subscribe(await customerOf(billing, two), 'price_annual')
  expect(await reconcile(billing)).toEqual({ read: 2, failed: 0 })
  expect([await tierOf(one), await tierOf(two)]).toEqual(['basic', 'premium'])

  await sql`update stripe_cursor set events_seen_until = now() + interval '1 hour'`
  expect(await reconcile(billing)).toEqual({ read: 0, failed: 0 })
  // Events may be listed a little after their time.
  await sql`update stripe_cursor set events_seen_until = now() + interval '4 minutes'`
  expect(await reconcile(billing)).toEqual({ read: 2, failed: 0 })
})

it('reads a plan again whose period is over without news', async () => {
  const billing = testBilling(sql)
  const userId = await insertPayer(sql)
  const customer = await customerOf(billing, userId)
  const plan = billing.standIn.ledger.subscribe(customer, 'price_monthly')
  await reconcile(billing)
  plan.status = 'canceled'
  await sql`update stripe_cursor set events_seen_until = now() + interval '1 hour'`
  await sql`update entitlements set current_period_end = now() - interval '1 minute'`
  await reconcile(billing)
  expect(await tierOf(userId)).toBe('free')
})

it('ends the second plan of an account that paid twice while no webhook came', async () => {
  const billing = testBilling(sql)
  const { ledger } = billing.standIn
  const logged = vi.spyOn(billing.log, 'error').mockReturnValue(undefined)
  const userId = await insertPayer(sql)
  const customer = await customerOf(billing, userId)
  // Each new checkout session expires the open ones, but two tabs may create one at the same time.
  vi.spyOn(billing.stripe.checkout.sessions, 'list').mockResolvedValue({ data: [] } as never)
  await startCheckout(billing, userId, { priceId: 'price_monthly' })
  await startCheckout(billing, userId, { priceId: 'price_monthly' })
  for (const session of ledger.state.sessions) ledger.pay(session)
  const standing = () =>
    ledger.state.subscriptions.filter(
      (each) => each.customer === customer && each.status === 'active',
    )
  expect(standing()).toHaveLength(2)
  await reconcile(billing)
  expect(standing()).toHaveLength(1)
  expect(await tierOf(userId)).toBe('basic')
  expect(logged).toHaveBeenCalledTimes(1)
  expect(logged.mock.calls[0]?.[1]).toContain('refund')
})

it('leaves alone two plans that nobody bought on a checkout page', async () => {
  const billing = testBilling(sql)
  const { ledger } = billing.standIn
  const customer = await customerOf(billing, await insertPayer(sql))
  ledger.subscribe(customer, 'price_monthly')
  ledger.subscribe(customer, 'price_annual')
  await reconcile(billing)
  expect(ledger.state.subscriptions.map(({ status }) => status)).toEqual(['active', 'active'])
})

it('leaves alone the plans of another business under the same Stripe account', async () => {
  const billing = testBilling(sql)
  const { ledger } = billing.standIn
  const { id: customer } = await billing.stripe.customers.create({ name: 'Its customer' })
  for (const price of ['price_monthly', 'price_annual']) {
    await billing.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: 'order-1',
      line_items: [{ price, quantity: 1 }],
      success_url: 'https://other.example/thanks',
    })
  }
  for (const session of ledger.state.sessions) ledger.pay(session)
  for (const event of ledger.state.events) {
    const body = JSON.stringify(event)
    await receiveEvent(billing, body, signatureOf(body, billing.webhookSecret))
  }
  await sql`delete from stripe_events`
  expect(await reconcile(billing)).toEqual({ read: 1, failed: 0 })
  expect(ledger.state.subscriptions.map(({ status }) => status)).toEqual(['active', 'active'])
})

it('one customer that cannot be read neither stops the others nor is forgotten', async () => {
  const billing = testBilling(sql)
  const { ledger } = billing.standIn
  const [bad, good] = [await insertPayer(sql), await insertPayer(sql)]
  const badCustomer = await customerOf(billing, bad)
  ledger.subscribe(await customerOf(billing, good), 'price_monthly')
  ledger.subscribe(badCustomer, 'price_monthly')
  const retrieve = billing.stripe.customers.retrieve.bind(billing.stripe.customers)
  const fail = () =>
    vi
      .spyOn(billing.stripe.customers, 'retrieve')
      .mockImplementation((id: string) =>
        id === badCustomer ? retrieve('cus_away') : retrieve(id),
      )
  const failing = fail()
  expect(await reconcile(billing)).toEqual({ read: 1, failed: 1 })
  expect([await tierOf(bad), await tierOf(good)]).toEqual([undefined, 'basic'])
  expect(await sql`select 1 from stripe_cursor`).toHaveLength(0)

  failing.mockRestore()
  await reconcile(billing)
  expect(await tierOf(bad)).toBe('basic')
  expect(await sql`select 1 from stripe_cursor`).toHaveLength(1)

  // It is read again only because its period ended, and must not delay an event.
  await sql`update entitlements set current_period_end = now() where user_id = ${bad}`
  await sql`update stripe_cursor set events_seen_until = now() + interval '1 hour'`
  fail()
  expect(await reconcile(billing)).toEqual({ read: 0, failed: 1 })
  expect(await sql`select events_seen_until < now() as moved from stripe_cursor`).toEqual([
    { moved: true },
  ])
})

it('finds the account again by what Stripe keeps with the customer', async () => {
  const billing = testBilling(sql)
  const userId = await insertPayer(sql)
  const customer = await customerOf(billing, userId)
  billing.standIn.ledger.subscribe(customer, 'price_annual')
  await sql`delete from stripe_customers`
  await refreshCustomer(billing, customer)
  expect(await tierOf(userId)).toBe('premium')
  expect(await customerOf(billing, userId)).toBe(customer)
})

it('tells an operator of a plan whose account is gone, and of no customer without a plan', async () => {
  const billing = testBilling(sql)
  const logged = vi.spyOn(billing.log, 'error').mockReturnValue(undefined)
  const userId = await insertPayer(sql)
  const customer = await customerOf(billing, userId)
  await sql`delete from users where id = ${userId}`
  await refreshCustomer(billing, customer)
  expect(logged).not.toHaveBeenCalled()
  billing.standIn.ledger.subscribe(customer, 'price_annual')
  await refreshCustomer(billing, customer)
  expect(logged.mock.calls).toEqual([
    [{ customer }, 'A plan has no account: end it, and refund it'],
  ])
})

it('of two refreshes the one that asked later wins, whichever writes last', async () => {
  const billing = testBilling(sql)
  const { ledger } = billing.standIn
  const userId = await insertPayer(sql)
  const customer = await customerOf(billing, userId)
  const plan = ledger.subscribe(customer, 'price_monthly')

  // The first refresh has read the plan, and its response is delayed.
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let see: () => void = () => undefined
  const seen = new Promise<void>((resolve) => {
    see = resolve
  })
  const list = billing.stripe.subscriptions.list.bind(billing.stripe.subscriptions)
  vi.spyOn(billing.stripe.subscriptions, 'list').mockImplementationOnce((params) => {
    const answer = list(params).autoPagingToArray({ limit: 10 })
    const autoPagingToArray = async () => {
      const rows = await answer
      see()
      await held
      return rows
    }
    return { autoPagingToArray } as never
  })
  const slow = refreshCustomer(billing, customer)
  await seen
  ledger.cancel(plan)
  await refreshCustomer(billing, customer)
  letGo()
  await slow
  expect(await tierOf(userId)).toBe('free')
})
