/** The fields of Stripe's objects that we read; times are Unix seconds, amounts cents. */

export interface Customer {
  id: string
  object: 'customer'
  created: number
  email: string | null
  name: string | null
  metadata: Record<string, string>
  livemode: false
}

export interface Price {
  id: string
  object: 'price'
  active: boolean
  currency: 'usd'
  livemode: false
  metadata: Record<string, string>
  nickname: string | null
  product: string | { id: string; object: 'product'; name: string }
  recurring: { interval: 'month' | 'year'; interval_count: 1 }
  type: 'recurring'
  unit_amount: number
}

export interface Session {
  id: string
  object: 'checkout.session'
  created: number
  expires_at: number
  mode: 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  customer: string
  client_reference_id: string | null
  subscription: string | null
  metadata: Record<string, string>
  line_items: { object: 'list'; data: { price: Price; quantity: number }[]; has_more: false }
  amount_total: number
  currency: 'usd'
  success_url: string
  cancel_url: string | null
  url: string | null
  livemode: false
}

export interface PortalSession {
  id: string
  object: 'billing_portal.session'
  created: number
  customer: string
  return_url: string
  url: string
  livemode: false
}

export interface Subscription {
  id: string
  object: 'subscription'
  created: number
  customer: string
  status: 'active' | 'past_due' | 'paused' | 'canceled'
  cancel_at: number | null
  cancel_at_period_end: boolean
  canceled_at: number | null
  ended_at: number | null
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false }
  latest_invoice: string | null
  /** A change that waits for its invoice to be paid. */
  pending_update: {
    expires_at: number
    subscription_items: { id: string; quantity: number }[]
  } | null
  metadata: Record<string, string>
  livemode: false
}

interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  current_period_start: number
  current_period_end: number
  price: Price
  quantity: number
}

export interface Invoice {
  id: string
  object: 'invoice'
  created: number
  customer: string
  status: 'draft' | 'paid' | 'open' | 'void'
  amount_due: number
  currency: 'usd'
  status_transitions: { paid_at: number | null }
  /** The portal's page, where an open invoice can be paid. */
  hosted_invoice_url: string | null
  parent: {
    type: 'subscription_details'
    subscription_details: { subscription: string }
  }
  livemode: false
}

export interface Event {
  id: string
  object: 'event'
  api_version: string
  created: number
  type: string
  data: { object: Customer | Session | Subscription | Invoice }
  livemode: false
  pending_webhooks: number
  request: { id: null; idempotency_key: null }
}

/** The end of a billing period; the 31st becomes the last day of a shorter month. */
export function addInterval(start: number, interval: 'month' | 'year'): number {
  const from = new Date(start * 1000)
  const end = new Date(from)
  end.setUTCMonth(from.getUTCMonth() + (interval === 'month' ? 1 : 12))
  if (end.getUTCDate() !== from.getUTCDate()) end.setUTCDate(0)
  return end.getTime() / 1000
}
