import { PLANS, PRICE_NAMES } from '#api/contract/billing.ts'
import { type Billing, fromStripe } from './billing.ts'

/**
 * Compares the configured prices with those that the screens show, and logs each that Stripe does
 * not have, no longer sells or charges differently. It never rejects: the app must start even if
 * Stripe is unavailable.
 */
export async function checkPrices(billing: Billing): Promise<void> {
  for (const name of PRICE_NAMES) {
    const id = billing.prices[name]
    const { cents, interval } = PLANS[name]
    try {
      const price = await fromStripe(billing, billing.stripe.prices.retrieve(id))
      const isAsPromised =
        price.active &&
        price.unit_amount === cents &&
        price.currency === 'usd' &&
        price.recurring?.interval === interval
      if (!isAsPromised) billing.log.error({ price: id }, `${name} is not sold as the app says`)
    } catch (err) {
      billing.log.error({ err, price: id }, `${name} cannot be read: it cannot be bought`)
    }
  }
}
