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
  /** The time of its creation, in Unix seconds. */
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
 * Stripe retries a failed renewal for a while (past_due) before it gives up (canceled or unpaid):
 * the plan stays in force while Stripe retries.
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
 * The entitlement of an account or a team: the best of its active subscriptions. Without one it is
 * free, and `status` tells how the newest one ended ("none" if there never was one).
 * @param planOf the plan that each price of these subscriptions sells
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
 * The seats of a subscription. Fewer seats lower its quantity at once, without a credit, so that
 * the renewal charges for them; its metadata then records how many are paid until the period's end.
 */
export function seatsOf({ metadata }: Pick<Subscription, 'metadata'>, item: SubscriptionItem) {
  const { quantity = 1, current_period_end: end } = item
  const isPeriodPaid = metadata[PAID_SEATS] !== undefined && Number(metadata[PAID_UNTIL]) === end
  const paid = isPeriodPaid ? Number(metadata[PAID_SEATS]) : quantity
  return { seats: Math.max(quantity, paid), renewal_seats: quantity }
}

/**
 * The metadata key for the seats that are paid until the period ends, when the next one has fewer.
 */
export const PAID_SEATS = 'paid_seats'
/** The metadata key for the end of that period, in Unix seconds. */
export const PAID_UNTIL = 'paid_until'

/** The rank of a plan: premium includes basic, and both are above a tier made for one customer. */
export function rankOf({ tier }: Pick<Plan, 'tier'>): number {
  return ['basic', 'premium'].indexOf(tier)
}

/**
 * The order that decides which subscription is kept: by creation, and by id within a second, so
 * that every process agrees.
 */
export function oldestFirst(
  a: Pick<Subscription, 'created' | 'id'>,
  b: Pick<Subscription, 'created' | 'id'>,
): number {
  return a.created - b.created || (a.id < b.id ? -1 : 1)
}

function isOverdue({ status }: Subscription): boolean {
  return status === 'past_due'
}

/**
 * Whether the subscription is to end: the portal may schedule the end as a date instead of "at
 * period end".
 */
function isEnding(subscription: Subscription): boolean {
  return subscription.cancel_at_period_end || subscription.cancel_at !== null
}

/** The end of the period or of the subscription, in Unix seconds. */
function endOf(subscription: Subscription, item: SubscriptionItem): number {
  return subscription.cancel_at ?? item.current_period_end
}

function newest(subscriptions: readonly Subscription[]): Subscription | undefined {
  return [...subscriptions].sort(oldestFirst).at(-1)
}
