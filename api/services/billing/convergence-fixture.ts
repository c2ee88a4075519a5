import fc from 'fast-check'
import type { Sql } from '#db/client.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import { insertPayer, insertTeam, testBilling } from '#tests/support/billing.ts'
import { customerOf } from './customers.ts'
import { type Entitlement, entitlementOf, PAID_SEATS, PAID_UNTIL } from './entitlement-of.ts'
import { planOf } from './plans.ts'
import { reconcile } from './reconcile.ts'
import { signatureOf } from './stand-in/deliver.ts'
import type { Ledger } from './stand-in/ledger.ts'
import type { Event, Subscription } from './stand-in/objects.ts'
import { receiveEvent } from './webhook.ts'

/** The number of histories that run at once. */
const AT_ONCE = 8

/** The changes of a subscription at Stripe. */
const CHANGES: Record<string, (ledger: Ledger, subscription: Subscription, seats: number) => void> =
  {
    cancel: (ledger, each) => ledger.setCancelAtPeriodEnd(each, true),
    resume: (ledger, each) => ledger.setCancelAtPeriodEnd(each, false),
    switch: (ledger, each) => {
      const annual = ledger.prices[1]
      if (annual) ledger.switchPrice(each, annual)
    },
    end: (ledger, each) => ledger.endPeriod(each),
    decline: (ledger, each) => ledger.endPeriod(each, 'failed'),
    pay: (ledger, each) => ledger.payOpenInvoice(each),
    stop: (ledger, each) => ledger.cancel(each),
  }

/** Further changes of a team's subscription. */
const SEAT_CHANGES: typeof CHANGES = {
  buy: (ledger, each, seats) => {
    ledger.setDeclining(each.customer, false)
    ledger.buyQuantity(each, quantityOf(each) + seats)
  },
  'buy unpaid': (ledger, each, seats) => {
    ledger.setDeclining(each.customer, true)
    ledger.buyQuantity(each, quantityOf(each) + seats)
  },
  lower: (ledger, each, seats) => {
    const paid = String(quantityOf(each))
    const end = String(each.items.data[0]?.current_period_end)
    ledger.setQuantity(each, Math.min(seats, quantityOf(each)))
    ledger.setMetadata(each, { [PAID_SEATS]: paid, [PAID_UNTIL]: end })
  },
}

const quantityOf = (subscription: Subscription) => subscription.items.data[0]?.quantity ?? 0

/** A change at Stripe; then a subset of all events so far arrives, concurrently. */
const stepOf = (changes: readonly string[]) =>
  fc.record({
    change: fc.constantFrom('subscribe', ...changes),
    seats: fc.integer({ min: 1, max: 6 }),
    /** The events that arrive: the same one twice, an old one after a new one, and many never. */
    arriving: fc.array(fc.nat(50), { maxLength: 3 }),
  })
type Step = ReturnType<typeof stepOf> extends fc.Arbitrary<infer S> ? S : never

/** The state at the end of a history, in our tables and at Stripe. */
export interface Ending {
  kept: Entitlement
  truth: Entitlement
  /** The state of a team. */
  team?: { seats: number; isLapsed: boolean }
}

/**
 * Runs histories of an account's plan, or of a team's.
 * @param check receives the state at the end of each
 */
export async function playHistories(
  sql: Sql,
  kind: 'account' | 'team',
  histories: number,
  check: (ending: Ending, history: string) => void,
): Promise<void> {
  const changes = Object.keys(kind === 'team' ? { ...CHANGES, ...SEAT_CHANGES } : CHANGES)
  const maxLength = kind === 'team' ? 6 : 4
  const history = fc.array(stepOf(changes), { minLength: 1, maxLength })
  const next = fc.sample(history, { numRuns: histories, seed: 20_261_120 }).entries()
  const worker = async () => {
    for (const [index, steps] of next) {
      check(await play(sql, kind, steps), `history ${index}: ${JSON.stringify(steps)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function play(sql: Sql, kind: 'account' | 'team', steps: readonly Step[]): Promise<Ending> {
  // Each step takes a second: periods that begin in the same second would also end in the same one.
  let elapsed = 0
  const billing = testBilling(sql, { now: () => Date.now() + elapsed * 1000 })
  const { ledger } = billing.standIn
  const ownerId = kind === 'team' ? (await insertTeam(sql)).id : await insertPayer(sql)
  const customer = await customerOf(billing, ownerId)
  const deliver = (event: Event) => {
    const body = JSON.stringify(event)
    return receiveEvent(billing, body, signatureOf(body, billing.webhookSecret))
  }
  for (const { change, seats, arriving } of steps) {
    elapsed += 1
    const current = ledger.state.subscriptions.findLast(({ status }) => status !== 'canceled')
    const run = { ...CHANGES, ...SEAT_CHANGES }[change]
    if (run && current) run(ledger, current, seats)
    else ledger.subscribe(customer, 'price_monthly', kind === 'team' ? seats : 1)
    const { events } = ledger.state
    const chosen = arriving.flatMap((index) => events[index % events.length] ?? [])
    await Promise.all(chosen.map(deliver))
  }
  await reconcile(billing)

  const [row] = await sql<EntitlementRow[]>`select * from entitlements where owner_id = ${ownerId}`
  if (!row) throw new Error('There should be an entitlement.')
  const { owner_id: _, user_id: __, checked_at: ___, ...kept } = row
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
  const [team] = await sql<{ seats: number; isLapsed: boolean }[]>`
    select seats, lapsed_at is not null as "isLapsed" from teams where id = ${ownerId}`
  return { kept, truth, ...(team && { team }) }
}
