import type Stripe from 'stripe'
import type { EntitlementRow } from '#db/schema/entitlements.ts'

/** The plan that a price sells. */
export interface Plan {
  tier: string
  name: string
}

type Price = Pick<Stripe.Price, 'id' | 'unit_amount' | 'currency'> & {
  recurring: Pick<Stripe.Price.Recurring, 'interval'> | null
}

/** The fields of a Stripe subscription that decide the entitlement. */
export interface Subscription {
  status: Stripe.Subscription['status']
  /** Unix seconds. */
  created: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  items: { data: { current_period_end: number; price: Price }[] }
}

export type Entitlement = Omit<EntitlementRow, 'user_id' | 'checked_at'>

/**
 * Stripe retries a failed renewal for a while (past_due) before it gives up (canceled or unpaid): the
 * plan stands while Stripe retries.
 */
export const ENTITLING: readonly string[] = ['active', 'trialing', 'past_due']

const NO_PLAN = {
  tier: 'free',
  plan_name: null,
  price_cents: null,
  currency: null,
  billing_interval: null,
  current_period_end: null,
  cancel_at_period_end: false,
} as const

/**
 * What an account is entitled to: the best of its standing subscriptions; without one it is free, and
 * `status` says how the newest one ended ("none" when there never was one).
 * @param planOf the plan that each price of these subscriptions sells.
 */
export function entitlementOf(
  subscriptions: readonly Subscription[],
  planOf: (price: Price) => Plan,
): Entitlement {
  const [best] = subscriptions
    .filter(({ status }) => ENTITLING.includes(status))
    .flatMap((subscription) => subscription.items.data.map((item) => ({ subscription, item })))
    .map(({ subscription, item }) => ({ subscription, item, plan: planOf(item.price) }))
    .sort(
      (a, b) =>
        rankOf(b.plan) - rankOf(a.plan) ||
        Number(isOverdue(a.subscription)) - Number(isOverdue(b.subscription)) ||
        Number(isEnding(a.subscription)) - Number(isEnding(b.subscription)) ||
        endOf(b.subscription, b.item) - endOf(a.subscription, a.item),
    )
  if (!best) return { ...NO_PLAN, status: newest(subscriptions)?.status ?? 'none' }

  const { subscription, item, plan } = best
  return {
    tier: plan.tier,
    status: subscription.status,
    plan_name: plan.name,
    price_cents: item.price.unit_amount,
    currency: item.price.currency,
    billing_interval: item.price.recurring?.interval ?? null,
    current_period_end: new Date(endOf(subscription, item) * 1000),
    cancel_at_period_end: isEnding(subscription),
  }
}

/** Premium gives no less than basic, and both more than a tier made for one customer. */
function rankOf({ tier }: Plan): number {
  return ['basic', 'premium'].indexOf(tier)
}

function isOverdue({ status }: Subscription): boolean {
  return status === 'past_due'
}

/** The portal may schedule the end as a date instead of "at period end". */
function isEnding(subscription: Subscription): boolean {
  return subscription.cancel_at_period_end || subscription.cancel_at !== null
}

/** Unix seconds. */
function endOf(subscription: Subscription, item: { current_period_end: number }): number {
  return subscription.cancel_at ?? item.current_period_end
}

function newest(subscriptions: readonly Subscription[]): Subscription | undefined {
  return [...subscriptions].sort((a, b) => b.created - a.created)[0]
}
