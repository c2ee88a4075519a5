import type Stripe from 'stripe'
import { audit } from '#api/services/audit.ts'
import type { Queryable } from '#db/client.ts'
import { retried } from '#db/retried.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import { type Billing, fromStripe } from './billing.ts'
import { isOwner, lockOwnerOfCustomer, namedOwner } from './customers.ts'
import { type Entitlement, entitlementOf, NO_PLAN } from './entitlement-of.ts'
import { plansOf } from './plans.ts'

/**
 * Updates one customer's entitlement from Stripe's current state, and for a team also its seats and
 * since when it has lapsed. This is the only writer of `entitlements`.
 *
 *   clock ── read Stripe ── begin ─ event id ─ lock customer ─ newer than the stored one? ─ write
 *
 * No lock is held during the calls to Stripe. The database's clock is read before, so that of two
 * refreshes the one that called later wins, whichever writes last: it has seen at least as much.
 * @param event the webhook event that caused the refresh; an event that was handled before has no
 *   effect
 * @throws AppError `billing_unavailable`; then nothing is written and the event may be delivered
 *   again
 */
export async function refreshCustomer(
  billing: Billing,
  customerId: string,
  event?: Pick<Stripe.Event, 'id' | 'type' | 'created'>,
): Promise<void> {
  const { sql, log } = billing
  const [clock] = await sql<{ asked_at: string }[]>`select clock_timestamp()::text as asked_at`
  const { customer, entitlement } = await fromStripe(billing, readCustomer(billing, customerId))
  const write = async (tx: Queryable) => {
    if (event && !(await storeEvent(tx, event))) return
    const ownerId = await lockOwnerOfCustomer(tx, customer)
    if (!ownerId) {
      const named = namedOwner(customer)
      const isLeft = named !== undefined && !(await isOwner(tx, named))
      if (isLeft && entitlement.tier !== NO_PLAN.tier) {
        log.error({ customer: customerId }, 'A plan has no account: end it, and refund it')
      }
      return
    }
    await writeEntitlement(tx, ownerId, entitlement, clock?.asked_at ?? '')
    if (customer.deleted) await tx`delete from stripe_customers where customer_id = ${customerId}`
  }
  // The transaction is retried: it also updates the user's row, which may be being deleted.
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

/** Whether the event is new; a concurrent delivery of the same event waits here. */
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

/** @param askedAt PostgreSQL's own text: a Date would drop the microseconds that decide */
async function writeEntitlement(
  tx: Queryable,
  ownerId: string,
  entitlement: Entitlement,
  askedAt: string,
): Promise<void> {
  // Under this lock a person who joins the team counts its seats.
  await tx`select from teams where id = ${ownerId} for no key update`
  const [kept] = await tx<(EntitlementRow & { is_newer: boolean })[]>`
    select *, checked_at > ${askedAt}::text::timestamptz as is_newer
    from entitlements where owner_id = ${ownerId} for update`
  if (kept?.is_newer) return
  const e = entitlement
  await tx`
    insert into entitlements (
      owner_id, tier, status, plan_name, price_cents, currency, billing_interval,
      current_period_end, cancel_at_period_end, seats, renewal_seats, checked_at)
    values (
      ${ownerId}, ${e.tier}, ${e.status}, ${e.plan_name}, ${e.price_cents}, ${e.currency},
      ${e.billing_interval}, ${e.current_period_end}, ${e.cancel_at_period_end},
      ${e.seats}, ${e.renewal_seats}, ${askedAt}::text::timestamptz)
    on conflict (owner_id) do update set
      tier = excluded.tier, status = excluded.status, plan_name = excluded.plan_name,
      price_cents = excluded.price_cents, currency = excluded.currency,
      billing_interval = excluded.billing_interval,
      current_period_end = excluded.current_period_end,
      cancel_at_period_end = excluded.cancel_at_period_end, seats = excluded.seats,
      renewal_seats = excluded.renewal_seats, checked_at = excluded.checked_at`
  await writeTeam(tx, ownerId, kept, entitlement)
  await traceChange(tx, ownerId, kept, entitlement)
}

/** Statuses of a subscription that was paid once and has ended. */
const LAPSED: readonly string[] = ['canceled', 'unpaid', 'paused']

/**
 * Sets a team's seats while its subscription is active, and whether it has lapsed. A team that
 * never had a plan keeps its initial seats, or those that an administrator set.
 */
async function writeTeam(
  tx: Queryable,
  teamId: string,
  kept: Entitlement | undefined,
  { tier, status, seats }: Entitlement,
): Promise<void> {
  if (tier !== NO_PLAN.tier) {
    await tx`
      update teams set seats = ${seats}, lapsed_at = null
      where id = ${teamId} and (seats <> ${seats} or lapsed_at is not null)`
  } else if (LAPSED.includes(status) || (kept && kept.tier !== NO_PLAN.tier)) {
    await tx`update teams set lapsed_at = now() where id = ${teamId} and lapsed_at is null`
  }
}

/** Audits a change of plan that a person would notice, which a renewal is not. */
async function traceChange(
  tx: Queryable,
  ownerId: string,
  kept: Entitlement | undefined,
  now: Entitlement,
): Promise<void> {
  const before = kept ?? { ...NO_PLAN, status: 'none' }
  const isSame =
    before.tier === now.tier &&
    before.status === now.status &&
    // Rows of the previous release do not have the number.
    (before.seats ?? now.seats) === now.seats &&
    before.cancel_at_period_end === now.cancel_at_period_end
  if (isSame) return
  await audit(tx, {
    actor: { id: null },
    action: 'plan.change',
    subjectId: ownerId,
    details: {
      from_tier: before.tier,
      from_status: before.status,
      tier: now.tier,
      status: now.status,
      seats: now.seats,
      cancels: now.cancel_at_period_end,
    },
  })
}
