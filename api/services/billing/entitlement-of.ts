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
  id: string
  status: Stripe.Subscription['status']
  /** Unix seconds. */
  created: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  metadata: Stripe.Metadata
  items: { data: SubscriptionItem[] }
}

/** The fields of a subscription's item that decide the entitlement. */
export interface SubscriptionItem {
  current_period_end: number
  price: Price
  quantity?: number
}

export type Entitlement = Omit<EntitlementRow, 'owner_id' | 'user_id' | 'checked_at'>

/**
 * Stripe retries a failed renewal for a while (past_due) before it gives up (canceled or unpaid): the
 * plan stands while Stripe retries.
 */
export const ENTITLING: readonly string[] = ['active', 'trialing', 'past_due']

export const NO_PLAN = {
  tier: 'free',
  plan_name: null,
  price_cents: null,
  currency: null,
  billing_interval: null,
  current_period_end: null,
  cancel_at_period_end: false,
  seats: null,
  renewal_seats: null,
} as const

/**
 * What an account or a team is entitled to: the best of its standing subscriptions; without one it is free, and
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
        endOf(b.subscription, b.item) - endOf(a.subscription, a.item) ||
        oldestFirst(a.subscription, b.subscription),
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
    ...seatsOf(subscription, item),
  }
}

/**
 * The seats of a subscription. Fewer seats lower its quantity at once, without a credit, so that the
 * renewal charges for them; its metadata then keeps how many are paid until the period's end.
 */
export function seatsOf({ metadata }: Pick<Subscription, 'metadata'>, item: SubscriptionItem) {
  const { quantity = 1, current_period_end: end } = item
  const isPeriodPaid = metadata[PAID_SEATS] !== undefined && Number(metadata[PAID_UNTIL]) === end
  const paid = isPeriodPaid ? Number(metadata[PAID_SEATS]) : quantity
  return { seats: Math.max(quantity, paid), renewal_seats: quantity }
}

/** Metadata of a subscription whose next period has fewer seats. */
export const PAID_SEATS = 'paid_seats'
/** The end, in Unix seconds, of the period that they are paid for. */
export const PAID_UNTIL = 'paid_until'

/** Premium gives no less than basic, and both more than a tier made for one customer. */
export function rankOf({ tier }: Pick<Plan, 'tier'>): number {
  return ['basic', 'premium'].indexOf(tier)
}

/** The order in which second subscriptions are ended: by id within a second, the same everywhere. */
export function oldestFirst(
  a: Pick<Subscription, 'created' | 'id'>,
  b: Pick<Subscription, 'created' | 'id'>,
): number {
  return a.created - b.created || (a.id < b.id ? -1 : 1)
}

function isOverdue({ status }: Subscription): boolean {
  return status === 'past_due'
}

/** The portal may schedule the end as a date instead of "at period end". */
function isEnding(subscription: Subscription): boolean {
  return subscription.cancel_at_period_end || subscription.cancel_at !== null
}

/** Unix seconds. */
function endOf(subscription: Subscription, item: SubscriptionItem): number {
  return subscription.cancel_at ?? item.current_period_end
}

function newest(subscriptions: readonly Subscription[]): Subscription | undefined {
  return [...subscriptions].sort(oldestFirst).at(-1)
}
