import { type Billing, fromStripe } from './billing.ts'
import { endSubscriptions, expireOpenSessions, HELD } from './checkout.ts'
import { cardsOf, knownCustomer } from './customers.ts'
import { ENTITLING } from './entitlement-of.ts'
import { forEachOwner } from './for-each-owner.ts'
import { refreshCustomer } from './refresh.ts'

/**
 * Cancels the subscription of a banned account, or of a team without its last owner, at the end of
 * its paid period, and expires its open checkout sessions.
 * @returns that end; null when there is no paid plan.
 * @throws AppError `billing_unavailable`; a retry is safe.
 */
export async function cancelAtPeriodEnd(billing: Billing, ownerId: string): Promise<Date | null> {
  const { sql, stripe } = billing
  const customer = await knownCustomer(sql, ownerId)
  if (!customer) return null
  // Sessions expire before the cancellation: one that is paid in the meantime is then among the
  // subscriptions.
  await expireOpenSessions(billing, customer)
  const { data } = await fromStripe(billing, stripe.subscriptions.list({ customer, limit: 100 }))
  const standing = data.filter(({ status }) => ENTITLING.includes(status))
  for (const { id, cancel_at_period_end: ends } of standing) {
    if (ends) continue
    await fromStripe(billing, stripe.subscriptions.update(id, { cancel_at_period_end: true }))
  }
  // The entitlement is refreshed at once, not by the webhook: the administrator is shown the end.
  await refreshCustomer(billing, customer)
  const [plan] = await sql<{ current_period_end: Date | null }[]>`
    select current_period_end from entitlements where owner_id = ${ownerId}`
  return standing.length > 0 ? (plan?.current_period_end ?? null) : null
}

/**
 * Ends the plans of closed teams. A team that closes with its last owner's account is closed in the
 * database only, and a checkout page may still be paid afterwards; so may the invoice of a team
 * that lapsed unpaid. What was paid after the team had closed is logged for an operator.
 * @throws when some failed, once all others have ended; the next call retries them
 */
export async function endPlansOfClosedTeams(billing: Billing): Promise<void> {
  const { sql, log } = billing
  const closed = await sql<{ id: string; closed_at: Date; customer_id: string }[]>`
    select t.id, t.closed_at, c.customer_id from teams t
    join entitlements e on e.owner_id = t.id join stripe_customers c on c.owner_id = t.id
    where t.closed_at is not null and e.status = any(${[...HELD]})`
  await forEachOwner(closed, async ({ id, closed_at, customer_id: customer }) => {
    const paid = await endSubscriptions(billing, id)
    // Stripe's times are whole seconds.
    if (paid.some((at) => at.getTime() + 1000 > closed_at.getTime())) {
      log.error({ customer, team: id }, 'A closed team had paid, and its plan ended: refund it')
    }
    await refreshCustomer(billing, customer)
  })
}

/**
 * Removes the cards from teams whose last owner was deleted or banned, and ends their plans with the
 * paid period: the next owner pays with a card of their own, given in the portal.
 * @param teamId limits it to one team
 * @throws when some failed, once all others are done; the next call retries them
 */
export async function dropFormerPayers(billing: Billing, teamId?: string): Promise<void> {
  const { sql } = billing
  const left = await sql<{ owner_id: string; customer_id: string; left_at: string }[]>`
    select owner_id, customer_id, payer_left_at::text as left_at from stripe_customers
    where payer_left_at is not null ${teamId ? sql`and owner_id = ${teamId}` : sql``}`
  await forEachOwner(left, async ({ owner_id, customer_id: customer, left_at }) => {
    await cancelAtPeriodEnd(billing, owner_id)
    for (const { id } of await cardsOf(billing, customer)) {
      await fromStripe(billing, billing.stripe.paymentMethods.detach(id))
    }
    // The next owner may have left in the meantime: then the cards are removed once more.
    await sql`
      update stripe_customers set payer_left_at = null
      where customer_id = ${customer} and payer_left_at::text = ${left_at}`
  })
}

/** Calls `dropFormerPayers`, and logs a failure: an hourly job tries again. */
export async function tryDropFormerPayers(billing: Billing): Promise<void> {
  try {
    await dropFormerPayers(billing)
  } catch (err) {
    billing.log.error({ err }, 'Billing could not remove the card of a former owner from a team')
  }
}

/**
 * Retries the cancellation for banned accounts whose cancellation failed.
 * @throws when some failed, once all others are cancelled; the next call retries them
 */
export async function endPlansOfBanned(billing: Billing): Promise<void> {
  const banned = await billing.sql<{ id: string }[]>`
    select u.id from users u join entitlements e on e.owner_id = u.id
    where u.banned_at is not null and not e.cancel_at_period_end
      and e.status = any(${[...ENTITLING]})`
  await forEachOwner(banned, ({ id }) => cancelAtPeriodEnd(billing, id))
}
