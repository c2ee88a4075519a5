import { type Billing, fromStripe } from './billing.ts'
import { ENTITLING } from './entitlement-of.ts'
import { refreshCustomer } from './refresh.ts'

/**
 * Cancels an account's subscription at the end of its paid period, as when it is banned.
 * @returns that end; null when there is no paid plan.
 * @throws AppError `billing_unavailable`; a retry is safe.
 */
export async function cancelAtPeriodEnd(billing: Billing, userId: string): Promise<Date | null> {
  const { sql, stripe } = billing
  const [known] = await sql<{ customer_id: string }[]>`
    select customer_id from stripe_customers where user_id = ${userId}`
  if (!known) return null
  const customer = known.customer_id
  const { data } = await fromStripe(billing, stripe.subscriptions.list({ customer, limit: 100 }))
  const standing = data.filter(({ status }) => ENTITLING.includes(status))
  for (const { id, cancel_at_period_end: ends } of standing) {
    if (ends) continue
    await fromStripe(billing, stripe.subscriptions.update(id, { cancel_at_period_end: true }))
  }
  // At once, not by the webhook: the administrator is shown the end.
  await refreshCustomer(billing, customer)
  const [plan] = await sql<{ current_period_end: Date | null }[]>`
    select current_period_end from entitlements where user_id = ${userId}`
  return standing.length > 0 ? (plan?.current_period_end ?? null) : null
}

/** Retries the cancellation for banned accounts where it failed with the ban. */
export async function endPlansOfBanned(billing: Billing): Promise<void> {
  const banned = await billing.sql<{ id: string }[]>`
    select u.id from users u join entitlements e on e.user_id = u.id
    where u.banned_at is not null and not e.cancel_at_period_end
      and e.status = any(${[...ENTITLING]})`
  for (const { id } of banned) await cancelAtPeriodEnd(billing, id)
}
