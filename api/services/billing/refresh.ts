import type Stripe from 'stripe'
import { audit } from '#api/services/audit.ts'
import type { Queryable } from '#db/client.ts'
import { retried } from '#db/retried.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import { type Billing, fromStripe } from './billing.ts'
import { lockOwner } from './customers.ts'
import { type Entitlement, entitlementOf } from './entitlement-of.ts'
import { plansOf } from './plans.ts'

/**
 * Brings one customer's entitlement to what Stripe has now. The only writer of `entitlements`.
 *
 *   clock ── read Stripe ── begin ─ event id ─ lock customer ─ newer than what is kept? ─ write
 *
 * Nothing is locked while Stripe is asked. The database's clock is read before, so that of two
 * refreshes the one that asked later wins, whichever writes last: it has seen at least as much.
 * @param event the webhook event that asks for it; one taken in before has no second effect.
 * @throws AppError `billing_unavailable`; then nothing is written and the event may come again.
 */
export async function refreshCustomer(
  billing: Billing,
  customerId: string,
  event?: Pick<Stripe.Event, 'id' | 'type' | 'created'>,
): Promise<void> {
  const { sql } = billing
  const [clock] = await sql<{ asked_at: string }[]>`select clock_timestamp()::text as asked_at`
  const { customer, entitlement } = await fromStripe(billing, readCustomer(billing, customerId))
  const write = async (tx: Queryable) => {
    if (event && !(await storeEvent(tx, event))) return
    const userId = await lockOwner(tx, customer)
    if (!userId) return
    await writeEntitlement(tx, userId, entitlement, clock?.asked_at ?? '')
    if (customer.deleted) await tx`delete from stripe_customers where customer_id = ${customerId}`
  }
  // Retried: it also updates the user's row, which may be being deleted.
  await retried(() => sql.begin(write))
}

async function readCustomer(billing: Billing, customerId: string) {
  const { stripe } = billing
  const customer = await stripe.customers.retrieve(customerId)
  const subscriptions = customer.deleted
    ? []
    : await stripe.subscriptions
        .list({ customer: customerId, status: 'all', limit: 100 })
        .autoPagingToArray({ limit: 1000 })
  const planOf = await plansOf(billing, subscriptions)
  return { customer, entitlement: entitlementOf(subscriptions, planOf) }
}

/** Whether the event is new; a concurrent delivery of the same one waits here. */
async function storeEvent(
  tx: Queryable,
  event: Pick<Stripe.Event, 'id' | 'type' | 'created'>,
): Promise<boolean> {
  const { count } = await tx`
    insert into stripe_events (id, type, created_at)
    values (${event.id}, ${event.type}, ${new Date(event.created * 1000)})
    on conflict do nothing`
  return count > 0
}

/** @param askedAt PostgreSQL's own text: a Date would drop the microseconds that decide. */
async function writeEntitlement(
  tx: Queryable,
  userId: string,
  entitlement: Entitlement,
  askedAt: string,
): Promise<void> {
  const [kept] = await tx<(EntitlementRow & { is_newer: boolean })[]>`
    select *, checked_at > ${askedAt}::text::timestamptz as is_newer
    from entitlements where user_id = ${userId} for update`
  if (kept?.is_newer) return
  const e = entitlement
  await tx`
    insert into entitlements (
      user_id, tier, status, plan_name, price_cents, currency, billing_interval,
      current_period_end, cancel_at_period_end, checked_at)
    values (
      ${userId}, ${e.tier}, ${e.status}, ${e.plan_name}, ${e.price_cents}, ${e.currency},
      ${e.billing_interval}, ${e.current_period_end}, ${e.cancel_at_period_end},
      ${askedAt}::text::timestamptz)
    on conflict (user_id) do update set
      tier = excluded.tier, status = excluded.status, plan_name = excluded.plan_name,
      price_cents = excluded.price_cents, currency = excluded.currency,
      billing_interval = excluded.billing_interval,
      current_period_end = excluded.current_period_end,
      cancel_at_period_end = excluded.cancel_at_period_end, checked_at = excluded.checked_at`
  await traceChange(tx, userId, kept, entitlement)
}

/** Traces a change of plan as a person would see it; a renewal is none. */
async function traceChange(
  tx: Queryable,
  userId: string,
  kept: Entitlement | undefined,
  now: Entitlement,
): Promise<void> {
  const before = kept ?? { tier: 'free', status: 'none', cancel_at_period_end: false }
  const isSame =
    before.tier === now.tier &&
    before.status === now.status &&
    before.cancel_at_period_end === now.cancel_at_period_end
  if (isSame) return
  await audit(tx, {
    actor: { id: null },
    action: 'plan.change',
    subjectId: userId,
    details: {
      from_tier: before.tier,
      from_status: before.status,
      tier: now.tier,
      status: now.status,
      cancels: now.cancel_at_period_end,
    },
  })
}
