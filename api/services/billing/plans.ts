import type Stripe from 'stripe'
import { PLANS, PRICE_NAMES } from '#api/contract/billing.ts'
import type { Billing } from './billing.ts'
import type { Plan } from './entitlement-of.ts'

/** The plan of a price that does not name one: it has no premium features. */
const UNNAMED: Plan = { tier: 'custom', name: 'Custom Plan' }

/**
 * The plan that each price of these subscriptions sells: for a price on sale, by its id; for any
 * other (an old one, one made for a customer), by its metadata `tier`, its nickname or its
 * product's name.
 */
export async function plansOf(
  { stripe, prices }: Billing,
  subscriptions: readonly Pick<Stripe.Subscription, 'items'>[],
): Promise<(price: { id: string }) => Plan> {
  const plans = new Map<string, Plan>(PRICE_NAMES.map((name) => [prices[name], PLANS[name]]))
  const used = subscriptions.flatMap(({ items }) => items.data.map(({ price }) => price.id))
  for (const id of new Set(used)) {
    if (plans.has(id)) continue
    plans.set(id, planOf(await stripe.prices.retrieve(id, { expand: ['product'] })))
  }
  return ({ id }) => plans.get(id) ?? UNNAMED
}

/** The plan by a price's own metadata, nickname or product. Pure. */
export function planOf(price: Pick<Stripe.Price, 'metadata' | 'nickname' | 'product'>): Plan {
  const { product } = price
  const productName = typeof product === 'object' && 'name' in product ? product.name : null
  const name = price.nickname || productName
  const tier = price.metadata.tier || name
  const onSale = Object.values(PLANS).find((plan) => plan.tier === tier)
  if (onSale) return onSale
  return tier ? { tier, name: name || tier } : UNNAMED
}
