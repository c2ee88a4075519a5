import { type Billing, fromStripe, isMissing } from './billing.ts'
import { ENTITLING, oldestFirst } from './entitlement-of.ts'

/**
 * Keeps the oldest subscription of a customer who paid two checkout sessions, and cancels the
 * others at once, so that they are not charged again. An operator makes the refunds.
 * @throws AppError `billing_unavailable`; a retry is safe.
 */
export async function endSecondPlans(billing: Billing, customer: string): Promise<void> {
  const { stripe, log } = billing
  const { data } = await fromStripe(billing, stripe.subscriptions.list({ customer, limit: 100 }))
  const [, ...second] = data.filter(({ status }) => ENTITLING.includes(status)).sort(oldestFirst)
  for (const { id } of second) {
    if (!(await cancel(billing, id))) continue
    log.error({ customer, subscription: id }, 'A second plan was paid and ended: refund it')
  }
}

/**
 * Cancels a subscription at once.
 * @returns false when it was already cancelled
 */
export async function cancel(billing: Billing, id: string): Promise<boolean> {
  try {
    await billing.stripe.subscriptions.cancel(id)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    return fromStripe(billing, Promise.reject(error))
  }
}
