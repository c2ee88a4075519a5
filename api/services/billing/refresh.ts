import type Stripe from 'stripe'
import type { Queryable } from '../../../db/client.ts'
import type { EntitlementRow } from '../../../db/schema/entitlements.ts'
import { audit } from '../audit.ts'
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
  await sql.begin(async (tx) => {
    if (event && !(await takeIn(tx, event))) return
    const userId = await lockOwner(tx, customer)
    if (!userId) return
    await writeEntitlement(tx, userId, entitlement, clock?.asked_at ?? '')
    if (customer.deleted) await tx`delete from stripe_customers where customer_id = ${customerId}`
  })
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

/** Whether the event is new; a delivery of the same one at the same time waits here. */
async function takeIn(
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
  const columns = tx({ user_id: userId, ...entitlement })
  await tx`
    insert into entitlements ${columns}
    on conflict (user_id) do update set ${tx({ ...entitlement })}`
  await tx`
    update entitlements set checked_at = ${askedAt}::text::timestamptz where user_id = ${userId}`
  const from = { tier: kept?.tier ?? 'free', status: kept?.status ?? 'none' }
  const to = { tier: entitlement.tier, status: entitlement.status }
  const cancels = entitlement.cancel_at_period_end
  const isSame =
    from.tier === to.tier &&
    from.status === to.status &&
    cancels === (kept?.cancel_at_period_end ?? false)
  if (isSame) return
  await audit(tx, {
    actor: { id: null },
    action: 'plan.change',
    subjectId: userId,
    details: {
      from_tier: from.tier,
      from_status: from.status,
      tier: to.tier,
      status: to.status,
      cancels,
    },
  })
}
