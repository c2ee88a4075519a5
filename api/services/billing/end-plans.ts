import { type Billing, fromStripe } from './billing.ts'
import { ENTITLING } from './entitlement-of.ts'
import { refreshCustomer } from './refresh.ts'

/**
 * Has what an account pays for end with the period that is paid, as when it is banned.
 * @returns when that is; null where it pays for nothing.
 * @throws AppError `billing_unavailable`; then it may be tried again.
 */
export async function endPlanWithItsPeriod(billing: Billing, userId: string): Promise<Date | null> {
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
  // Now, and not when the webhook comes: the administrator is told of it.
  await refreshCustomer(billing, customer)
  const [plan] = await sql<{ current_period_end: Date | null }[]>`
    select current_period_end from entitlements where user_id = ${userId}`
  return standing.length > 0 ? (plan?.current_period_end ?? null) : null
}

/** Ends the plans of banned accounts that could not be ended with the ban. */
export async function endPlansOfBanned(billing: Billing): Promise<void> {
  const banned = await billing.sql<{ id: string }[]>`
    select u.id from users u join entitlements e on e.user_id = u.id
    where u.banned_at is not null and not e.cancel_at_period_end
      and e.status = any(${[...ENTITLING]})`
  for (const { id } of banned) await endPlanWithItsPeriod(billing, id)
}
