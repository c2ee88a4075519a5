import { PLANS, type PriceName } from '#api/contract/billing.ts'
import type {
  Customer,
  Event,
  Invoice,
  PortalSession,
  Price,
  Session,
  Subscription,
} from './objects.ts'

const DAY_S = 86_400
const API_VERSION = '2026-10-28.endive'

/** A generated id in Stripe's format. */
export function newId(prefix: string): string {
  return `${prefix}_standin_${crypto.randomUUID().replaceAll('-', '')}`
}

/** A plan on sale as a Stripe price. */
export function newPrice(id: string, name: PriceName): Price {
  const plan = PLANS[name]
  return {
    id,
    object: 'price',
    active: true,
    currency: 'usd',
    livemode: false,
    metadata: {},
    nickname: plan.name,
    product: `prod_standin_${plan.tier}`,
    recurring: { interval: plan.interval, interval_count: 1 },
    type: 'recurring',
    unit_amount: plan.cents,
  }
}

export type GivenCustomer = Partial<Pick<Customer, 'email' | 'name' | 'metadata'>>

export function newCustomer(created: number, given: GivenCustomer): Customer {
  return {
    id: newId('cus'),
    object: 'customer',
    created,
    email: given.email ?? null,
    name: given.name ?? null,
    metadata: given.metadata ?? {},
    livemode: false,
  }
}

export type GivenSession = Pick<Session, 'customer' | 'success_url'> &
  Partial<Pick<Session, 'cancel_url' | 'client_reference_id' | 'metadata'>>

export function newSession(
  created: number,
  given: GivenSession,
  { price, quantity }: { price: Price; quantity: number },
  pagesUrl: string,
): Session {
  const id = newId('cs_test')
  return {
    id,
    object: 'checkout.session',
    created,
    expires_at: created + DAY_S,
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    customer: given.customer,
    client_reference_id: given.client_reference_id ?? null,
    subscription: null,
    metadata: given.metadata ?? {},
    line_items: { object: 'list', data: [{ price, quantity }], has_more: false },
    amount_total: price.unit_amount * quantity,
    currency: 'usd',
    success_url: given.success_url,
    cancel_url: given.cancel_url ?? null,
    url: `${pagesUrl}/checkout/${id}`,
    livemode: false,
  }
}

export function newPortal(
  created: number,
  customer: string,
  returnUrl: string,
  pagesUrl: string,
): PortalSession {
  const id = newId('bps')
  return {
    id,
    object: 'billing_portal.session',
    created,
    customer,
    return_url: returnUrl,
    url: `${pagesUrl}/portal/${id}`,
    livemode: false,
  }
}

/** A subscription before its first period. */
export function newSubscription(
  created: number,
  customer: string,
  price: Price,
  quantity: number,
): Subscription {
  const item = {
    id: newId('si'),
    object: 'subscription_item',
    current_period_start: created,
    current_period_end: created,
    price,
    quantity,
  } as const
  return {
    id: newId('sub'),
    object: 'subscription',
    created,
    customer,
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    items: { object: 'list', data: [item], has_more: false },
    latest_invoice: null,
    pending_update: null,
    metadata: {},
    livemode: false,
  }
}

export function newInvoice(
  created: number,
  { id: subscription, customer }: Subscription,
  status: Invoice['status'],
  amount: number,
): Invoice {
  return {
    id: newId('in'),
    object: 'invoice',
    created,
    customer,
    status,
    amount_due: amount,
    currency: 'usd',
    status_transitions: { paid_at: status === 'paid' ? created : null },
    hosted_invoice_url: null,
    parent: { type: 'subscription_details', subscription_details: { subscription } },
    livemode: false,
  }
}

/** The event holds a snapshot of the object, which later changes do not alter. */
export function newEvent(created: number, type: string, object: Event['data']['object']): Event {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created,
    type,
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  }
}
