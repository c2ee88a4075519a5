import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import { insertPayer, testBilling } from '#tests/support/billing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { customerOf } from './customers.ts'
import { type Entitlement, entitlementOf } from './entitlement-of.ts'
import { planOf } from './plans.ts'
import { reconcile } from './reconcile.ts'
import { signatureOf } from './stand-in/deliver.ts'
import type { Event, Subscription } from './stand-in/objects.ts'
import { receiveEvent } from './webhook.ts'

const HISTORIES = Number(process.env.WEBHOOK_HISTORIES ?? 200)
const AT_ONCE = 8

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** A change at Stripe; then a subset of all events so far arrives, concurrently. */
const step = fc.record({
  change: fc.constantFrom(
    'subscribe',
    'cancel',
    'resume',
    'switch',
    'end',
    'decline',
    'pay',
    'stop',
  ),
  /** Which events: the same one twice, an old one after a new one, many never. */
  arriving: fc.array(fc.nat(50), { maxLength: 3 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const history = fc.array(step, { minLength: 1, maxLength: 4 })

async function live(steps: readonly Step[]): Promise<{ kept: Entitlement; truth: Entitlement }> {
  const { sql } = database
  const billing = testBilling(sql)
  const { ledger } = billing.standIn
  const userId = await insertPayer(sql)
  const customer = await customerOf(billing, userId)
  const deliver = (event: Event) => {
    const body = JSON.stringify(event)
    return receiveEvent(billing, body, signatureOf(body, billing.webhookSecret))
  }
  for (const { change, arriving } of steps) {
    happen(change)
    const { events } = ledger.state
    const chosen = arriving.flatMap((index) => events[index % events.length] ?? [])
    await Promise.all(chosen.map(deliver))
  }
  await reconcile(billing)

  const [row] = await sql<EntitlementRow[]>`select * from entitlements where user_id = ${userId}`
  if (!row) throw new Error('There should be an entitlement.')
  const { user_id: _, checked_at: __, ...kept } = row
  const prices = new Map(ledger.prices.map((price) => [price.id, price]))
  const truth = entitlementOf(ledger.state.subscriptions, ({ id }) => {
    const { nickname, metadata } = prices.get(id) ?? { nickname: null, metadata: {} }
    const isMonthly = nickname === 'Monthly Plan'
    return planOf({
      nickname,
      metadata: { ...metadata, tier: isMonthly ? 'basic' : 'premium' },
      product: '',
    })
  })
  return { kept, truth }

  function happen(change: Step['change']): void {
    const current = ledger.state.subscriptions.findLast(({ status }) => status !== 'canceled')
    if (change === 'subscribe' || !current) {
      ledger.subscribe(customer, 'price_monthly')
      return
    }
    const changes: Record<string, (subscription: Subscription) => void> = {
      cancel: (each) => ledger.setCancelAtPeriodEnd(each, true),
      resume: (each) => ledger.setCancelAtPeriodEnd(each, false),
      switch: (each) => {
        const annual = ledger.prices[1]
        if (annual) ledger.switchPrice(each, annual)
      },
      end: (each) => ledger.endPeriod(each),
      decline: (each) => ledger.endPeriod(each, 'failed'),
      pay: (each) => ledger.payOpenInvoice(each),
      stop: (each) => ledger.cancel(each),
    }
    changes[change]?.(current)
  }
}

it(`${HISTORIES} histories of webhooks twice, out of order, at once and lost end where Stripe is`, async () => {
  const histories = fc.sample(history, { numRuns: HISTORIES, seed: 20_261_120 })
  const next = histories.entries()
  const worker = async () => {
    for (const [index, steps] of next) {
      const { kept, truth } = await live(steps)
      expect(kept, `history ${index}: ${JSON.stringify(steps)}`).toEqual(truth)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}, 300_000)
