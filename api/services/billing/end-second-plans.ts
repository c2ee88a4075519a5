import { type Billing, fromStripe, isMissing } from './billing.ts'
import { ENTITLING } from './entitlement-of.ts'

/**
 * Keeps the oldest plan of a customer who paid on two checkout pages, and ends the others at once,
 * so that none is charged again. What was paid for them is an operator's to give back.
 * @throws AppError `billing_unavailable`; then it may be tried again.
 */
export async function endSecondPlans(billing: Billing, customer: string): Promise<void> {
  const { stripe, log } = billing
  const { data } = await fromStripe(billing, stripe.subscriptions.list({ customer, limit: 100 }))
  const [, ...second] = data
    .filter(({ status }) => ENTITLING.includes(status))
    // By id within a second: whoever else sees both must keep the same one.
    .sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))
  for (const { id } of second) {
    if (!(await cancel(billing, id))) continue
    log.error({ customer, subscription: id }, 'A second plan was paid and ended: refund it')
  }
}

/** @returns false when somebody else has done it. */
async function cancel(billing: Billing, id: string): Promise<boolean> {
  try {
    await billing.stripe.subscriptions.cancel(id)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    return fromStripe(billing, Promise.reject(error))
  }
}
