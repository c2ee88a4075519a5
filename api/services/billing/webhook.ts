import type Stripe from 'stripe'
import { AppError } from '#sync/contract/errors.ts'
import type { Billing } from './billing.ts'
import { endSecondPlans } from './end-second-plans.ts'
import { refreshCustomer } from './refresh.ts'

/** The event types that may change an entitlement. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.deleted',
  'invoice.paid',
  'invoice.payment_failed',
] as const satisfies Stripe.Event['type'][]

/**
 * Handles one webhook delivery. The event only tells which customer changed: the current state is
 * read from Stripe, so events may come twice, late and in any order.
 * @param rawBody the body as received; the signature covers its bytes
 * @throws AppError `invalid_input` for an invalid signature; `billing_unavailable`, after which
 *   Stripe retries
 */
export async function receiveEvent(
  billing: Billing,
  rawBody: string,
  signature: string,
): Promise<void> {
  const event = await verify(billing, rawBody, signature)
  const customerId = customerIdOf(event)
  if (!customerId) return
  const [seen] = await billing.sql`select 1 from stripe_events where id = ${event.id}`
  if (seen) return
  if (isOwnCheckout(event)) await endSecondPlans(billing, customerId)
  await refreshCustomer(billing, customerId, event)
}

/** The customer of an event; undefined for events that change no entitlement. */
export function customerIdOf(event: Stripe.Event): string | undefined {
  if (!(EVENT_TYPES as readonly string[]).includes(event.type)) return undefined
  const object = event.data.object as { id: string; customer?: string | { id: string } | null }
  if (event.type === 'customer.deleted') return object.id
  return typeof object.customer === 'string' ? object.customer : object.customer?.id
}

/**
 * Whether a checkout that this app began was completed. Another business may sell under the same
 * Stripe account: we must not end its plans.
 */
export function isOwnCheckout(event: Stripe.Event): boolean {
  return (
    event.type === 'checkout.session.completed' &&
    event.data.object.metadata?.owner_id !== undefined
  )
}

async function verify(
  { stripe, webhookSecret, log }: Billing,
  rawBody: string,
  signature: string,
): Promise<Stripe.Event> {
  try {
    return await stripe.webhooks.constructEventAsync(rawBody, signature, webhookSecret)
  } catch {
    // Verification does no I/O: every error comes from the delivery, even a plain Error, which some
    // headers cause.
    log.warn('A webhook was refused: its signature is invalid')
    throw new AppError('invalid_input', 'The signature does not hold.')
  }
}
