import type Stripe from 'stripe'
import { type Billing, fromStripe } from './billing.ts'
import { refreshCustomer } from './refresh.ts'
import { customerIdOf, EVENT_TYPES } from './webhook.ts'

const HOUR_MS = 3_600_000
/** Stripe keeps events for 30 days. */
const RETENTION_MS = 30 * 24 * HOUR_MS
/** Clocks differ, and an event may be listed a little after its time. */
const OVERLAP_MS = 5 * 60_000

/**
 * Heals what webhooks missed: re-reads every customer that an event since the last reconciliation
 * is about, and every one whose paid period is over without news.
 * @returns how many customers were read again.
 */
export async function reconcile(billing: Billing): Promise<number> {
  const { sql, stripe } = billing
  const startedAt = new Date()
  const [cursor] = await sql<{ events_seen_until: Date }[]>`
    select events_seen_until from stripe_cursor`
  const since = cursor ? cursor.events_seen_until.getTime() - OVERLAP_MS : Date.now() - RETENTION_MS
  const customers = new Set<string>()
  const missed: Stripe.Event[] = []
  const events = stripe.events.list({
    created: { gte: Math.floor(since / 1000) },
    types: [...EVENT_TYPES],
    limit: 100,
  })
  await fromStripe(
    billing,
    events.autoPagingEach((event) => void missed.push(event)),
  )
  const known = await sql<{ id: string }[]>`
    select id from stripe_events where id = any(${missed.map(({ id }) => id)})`
  const knownIds = new Set(known.map(({ id }) => id))
  for (const event of missed) {
    const customerId = customerIdOf(event)
    if (customerId && !knownIds.has(event.id)) customers.add(customerId)
  }
  const overdue = await sql<{ customer_id: string }[]>`
    select customer_id from entitlements join stripe_customers using (user_id)
    where tier <> 'free' and current_period_end < now()`
  for (const row of overdue) customers.add(row.customer_id)

  for (const customerId of customers) await refreshCustomer(billing, customerId)
  // Only now: a failure on the way begins at the same place next time.
  await sql`
    insert into stripe_cursor (events_seen_until) values (${startedAt})
    on conflict (id) do update set events_seen_until = excluded.events_seen_until`
  return customers.size
}

/** Reconciles now and every hour. @returns stops it. */
export function startReconciling(billing: Billing): () => void {
  const run = () => {
    reconcile(billing).then(
      (customers) => billing.log.info({ customers }, 'Billing reconciled'),
      (err: unknown) => billing.log.error({ err }, 'Billing could not be reconciled'),
    )
  }
  run()
  const timer = setInterval(run, HOUR_MS)
  timer.unref()
  return () => clearInterval(timer)
}
