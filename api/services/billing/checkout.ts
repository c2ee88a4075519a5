import type Stripe from 'stripe'
import type { CheckoutRequest } from '#api/contract/billing.ts'
import { isEntitled } from '#db/schema/entitlements.ts'
import { AppError } from '#sync/contract/errors.ts'
import { type Billing, fromStripe, isMissing } from './billing.ts'
import { customerOf, gone, isOwner, knownCustomer } from './customers.ts'
import { cancel, endSecondPlans } from './end-second-plans.ts'
import { ENTITLING } from './entitlement-of.ts'
import { refreshCustomer } from './refresh.ts'

/**
 * The statuses of subscriptions that are active or can be repaired in the portal: a second
 * subscription would be paid twice.
 */
export const HELD: readonly string[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused']

/**
 * Starts the payment of an account's or a team's plan: a new checkout session, or the customer
 * portal if it has a plan.
 * @param order.seats how many seats to pay for; one for an account
 * @param order.portalUrl the address that the portal leads back to
 * @returns a URL at Stripe
 * @throws AppError `authentication_required` when the owner is gone, even if it was deleted
 *   during this call
 */
export async function startCheckout(
  billing: Billing,
  ownerId: string,
  order: CheckoutRequest & { seats?: number; portalUrl?: string },
): Promise<string> {
  const { stripe, prices, publicUrl } = billing
  const { priceId, seats = 1, successUrl, cancelUrl, portalUrl } = order
  const customer = await customerOf(billing, ownerId)
  const { data: subscriptions } = await fromStripe(
    billing,
    stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
  )
  if (subscriptions.some(({ status }) => HELD.includes(status))) {
    return openPortal(billing, ownerId, portalUrl)
  }

  await expireOpenSessions(billing, customer)
  const session = await fromStripe(
    billing,
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      client_reference_id: ownerId,
      line_items: [{ price: prices[priceId], quantity: seats }],
      success_url: publicUrl + (successUrl ?? '/payment-success?session_id={CHECKOUT_SESSION_ID}'),
      cancel_url: publicUrl + (cancelUrl ?? '/pricing'),
      metadata: { owner_id: ownerId },
      subscription_data: { metadata: { owner_id: ownerId } },
    }),
  )
  // The owner may have been deleted in the meantime, after its open sessions were expired.
  if (!(await isOwner(billing.sql, ownerId))) {
    await expire(billing, session.id)
    throw gone()
  }
  if (!session.url) throw new AppError('billing_unavailable', 'The checkout has no page.')
  return session.url
}

/**
 * Opens Stripe's customer portal for an account or a team.
 * @param returnUrl a path of the app.
 * @returns a URL at Stripe.
 */
export async function openPortal(
  billing: Billing,
  ownerId: string,
  returnUrl = '/account',
): Promise<string> {
  const customer = await customerOf(billing, ownerId)
  const { url } = await fromStripe(
    billing,
    billing.stripe.billingPortal.sessions.create({
      customer,
      return_url: billing.publicUrl + returnUrl,
    }),
  )
  return url
}

/**
 * Replaces a late webhook: reads a finished checkout session and refreshes the entitlement.
 * @param ownerIds the account, and the teams it pays for
 * @throws AppError `not_found` for a missing session and for one of another owner
 */
export async function confirmCheckout(
  billing: Billing,
  ownerIds: readonly string[],
  sessionId: string,
): Promise<{ paid: boolean; subscribed: boolean }> {
  const session = await fromStripe(billing, findSession(billing, sessionId))
  const ownerId = ownerIds.find((id) => id === session?.client_reference_id)
  if (!ownerId || typeof session?.customer !== 'string') {
    throw new AppError('not_found', 'There is no such checkout.')
  }
  if (session.status === 'complete') await endSecondPlans(billing, session.customer)
  await refreshCustomer(billing, session.customer)
  const [row] = await billing.sql<Parameters<typeof isEntitled>[0][]>`
    select tier, cancel_at_period_end, current_period_end
    from entitlements where owner_id = ${ownerId}`
  return {
    paid: session.status === 'complete' && session.payment_status !== 'unpaid',
    subscribed: row !== undefined && isEntitled(row, new Date()),
  }
}

/**
 * Cancels every subscription of a deleted account or a closed team at once: no one may pay for what
 * they can no longer use.
 * @returns when the active ones were last paid
 */
export async function endSubscriptions(billing: Billing, ownerId: string): Promise<Date[]> {
  const customer = await knownCustomer(billing.sql, ownerId)
  return customer ? endPlansOf(billing, customer) : []
}

/**
 * Ends plans that an account began to pay for while it was being deleted. The account is gone, so a
 * failure is logged for an operator.
 */
export async function endLatePlans(billing: Billing, customer: string): Promise<void> {
  const { log } = billing
  try {
    const ended = await endPlansOf(billing, customer)
    if (ended.length > 0)
      log.error({ customer }, 'A deleted account had paid, and its plan ended: refund it')
  } catch (err) {
    log.error({ customer, err }, 'A deleted account may have a plan: end it')
  }
}

/** @returns when the subscriptions that were active, and were ended here, were last paid */
async function endPlansOf(billing: Billing, customer: string): Promise<Date[]> {
  const { stripe } = billing
  // Sessions expire before the subscriptions end: one that is paid in the meantime is then among
  // them.
  await expireOpenSessions(billing, customer)
  const { data } = await fromStripe(
    billing,
    stripe.subscriptions.list({ customer, limit: 100, expand: ['data.latest_invoice'] }),
  )
  const ended: Date[] = []
  for (const { id, status, latest_invoice: invoice } of data) {
    if (!(await cancel(billing, id)) || !ENTITLING.includes(status)) continue
    const paidAt = typeof invoice === 'object' && invoice?.status_transitions.paid_at
    ended.push(new Date((paidAt || 0) * 1000))
  }
  return ended
}

/**
 * Expires the open checkout sessions of a customer: two could both be paid, and one of a deleted
 * owner would be paid for nothing.
 */
export async function expireOpenSessions(billing: Billing, customer: string): Promise<void> {
  const { sessions } = billing.stripe.checkout
  const { data } = await fromStripe(
    billing,
    sessions.list({ customer, status: 'open', limit: 100 }),
  )
  for (const { id } of data) await expire(billing, id)
}

/** Expires a checkout session, unless it has ended: another request may have expired it. */
async function expire(billing: Billing, id: string): Promise<void> {
  const { sessions } = billing.stripe.checkout
  try {
    await sessions.expire(id)
  } catch (error) {
    const { status } = await fromStripe(billing, sessions.retrieve(id))
    if (status === 'open') await fromStripe(billing, Promise.reject(error))
  }
}

async function findSession(
  { stripe }: Billing,
  id: string,
): Promise<Stripe.Checkout.Session | undefined> {
  try {
    return await stripe.checkout.sessions.retrieve(id)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
