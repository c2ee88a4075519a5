import { type Billing, fromStripe } from './billing.ts'
import { endSecondPlans } from './end-second-plans.ts'
import { refreshCustomer } from './refresh.ts'
import { customerIdOf, EVENT_TYPES, isOwnCheckout } from './webhook.ts'

const HOUR_MS = 3_600_000
/** Stripe stores events for 30 days. */
const RETENTION_MS = 30 * 24 * HOUR_MS
/** The overlap allows for different clocks, and for events listed a little after their time. */
const OVERLAP_MS = 5 * 60_000

/**
 * Makes up for missed webhooks: handles every event since the last reconciliation that no webhook
 * delivered, and re-reads every customer whose paid period ended without an event.
 * @returns how many customers were read again, and how many could not be.
 */
export async function reconcile(billing: Billing): Promise<{ read: number; failed: number }> {
  const startedAt = new Date()
  const missed = await missedCustomers(billing)
  const overdue = await overdueCustomers(billing)
  let failed = 0
  let hasMissedOne = false
  const customers = new Set([...missed.keys(), ...overdue])
  for (const customerId of customers) {
    try {
      if (missed.get(customerId)?.hasPaid) await endSecondPlans(billing, customerId)
      await refreshCustomer(billing, customerId)
    } catch (err) {
      // A customer that fails must not keep the others from being read.
      billing.log.error({ err }, 'A customer could not be reconciled')
      failed += 1
      hasMissedOne ||= missed.has(customerId)
    }
  }
  // The time advances only if every customer was read, or the missed ones would be skipped next
  // time.
  if (!hasMissedOne) {
    await billing.sql`
      insert into stripe_cursor (events_seen_until) values (${startedAt})
      on conflict (id) do update set events_seen_until = excluded.events_seen_until`
  }
  return { read: customers.size - failed, failed }
}

/**
 * The customers of events that no webhook delivered since the last time, and whether each completed
 * our checkout.
 */
async function missedCustomers(billing: Billing): Promise<Map<string, { hasPaid: boolean }>> {
  const { sql, stripe } = billing
  const [cursor] = await sql<{ events_seen_until: Date }[]>`
    select events_seen_until from stripe_cursor`
  const since = cursor ? cursor.events_seen_until.getTime() - OVERLAP_MS : Date.now() - RETENTION_MS
  const missed = new Map<string, { customerId: string; hasPaid: boolean }>()
  const events = stripe.events.list({
    created: { gte: Math.floor(since / 1000) },
    types: [...EVENT_TYPES],
    limit: 100,
  })
  await fromStripe(
    billing,
    events.autoPagingEach((event) => {
      const customerId = customerIdOf(event)
      const hasPaid = isOwnCheckout(event)
      if (customerId) missed.set(event.id, { customerId, hasPaid })
    }),
  )
  const known = await sql<{ id: string }[]>`
    select id from stripe_events where id = any(${[...missed.keys()]})`
  for (const { id } of known) missed.delete(id)
  const customers = new Map<string, { hasPaid: boolean }>()
  for (const { customerId, hasPaid } of missed.values()) {
    customers.set(customerId, { hasPaid: hasPaid || customers.get(customerId)?.hasPaid === true })
  }
  return customers
}

async function overdueCustomers({ sql }: Billing): Promise<string[]> {
  const rows = await sql<{ customer_id: string }[]>`
    select customer_id from entitlements join stripe_customers using (owner_id)
    where tier <> 'free' and current_period_end < now()`
  return rows.map((row) => row.customer_id)
}
