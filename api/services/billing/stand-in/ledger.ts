import { PLANS, PRICE_NAMES, type PriceName } from '../../../../db/schema/billing.ts'
import {
  addInterval,
  type Customer,
  type Event,
  type Invoice,
  newId,
  type PortalSession,
  type Price,
  type Session,
  type Subscription,
} from './objects.ts'
import type { State } from './state.ts'

const DAY_S = 86_400
const API_VERSION = '2026-10-28.endive'

export interface LedgerOptions {
  state: State
  /** Stripe's ids of the plans on sale. */
  prices: Record<PriceName, string>
  /** Where the pages are: checkout and portal addresses are built from it. */
  pagesUrl: string
  /** Unix seconds. */
  now(): number
  /** Something changed; `events` tell what. */
  onChange(events: Event[]): void
}

/**
 * The books of the stand-in: what Stripe would do to its objects, and the events it would send.
 *
 *   checkout ─ paid ─► active ◄─ pay ─ past_due ◄─ renewal fails
 *                        │ period ends                │ period ends
 *                        ├─ cancelled ─► canceled ◄───┘
 *                        └─ else renewed
 */
export class Ledger {
  readonly prices: readonly Price[]

  constructor(private readonly options: LedgerOptions) {
    this.prices = PRICE_NAMES.map((name) => priceOf(options.prices[name], name))
  }

  get state(): State {
    return this.options.state
  }

  createCustomer(given: Partial<Pick<Customer, 'email' | 'name' | 'metadata'>>): Customer {
    const customer: Customer = {
      id: newId('cus'),
      object: 'customer',
      created: this.options.now(),
      email: given.email ?? null,
      name: given.name ?? null,
      metadata: given.metadata ?? {},
      livemode: false,
    }
    this.state.customers.push(customer)
    this.emit(['customer.created', customer])
    return customer
  }

  createSession(
    given: Pick<Session, 'customer' | 'success_url'> &
      Partial<Pick<Session, 'cancel_url' | 'client_reference_id' | 'metadata'>>,
    price: Price,
  ): Session {
    const id = newId('cs_test')
    const created = this.options.now()
    const session: Session = {
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
      // The page must know what is bought; Stripe tells it through a call of its own.
      metadata: { ...given.metadata, price: price.id },
      amount_total: price.unit_amount,
      currency: 'usd',
      success_url: given.success_url,
      cancel_url: given.cancel_url ?? null,
      url: `${this.options.pagesUrl}/checkout/${id}`,
      livemode: false,
    }
    this.state.sessions.push(session)
    this.emit()
    return session
  }

  expireSession(session: Session): void {
    session.status = 'expired'
    session.url = null
    this.emit(['checkout.session.expired', session])
  }

  /** The person pays on the checkout page. @returns where Stripe would send them. */
  pay(session: Session): string {
    const price = this.prices.find(({ id }) => id === session.metadata.price)
    if (session.status !== 'open' || !price) throw new Error('The session is not open.')
    session.status = 'complete'
    session.payment_status = 'paid'
    session.url = null
    const { subscription, invoice } = this.open(session.customer, price)
    session.subscription = subscription.id
    this.emit(
      ['customer.subscription.created', subscription],
      ['invoice.paid', invoice],
      ['checkout.session.completed', session],
    )
    return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
  }

  /** A plan without a checkout page, for accounts that are there from the beginning. */
  subscribe(customer: string, priceId: string): Subscription {
    const price = this.prices.find(({ id }) => id === priceId)
    if (!price) throw new Error(`No price ${priceId}.`)
    const { subscription, invoice } = this.open(customer, price)
    this.emit(['customer.subscription.created', subscription], ['invoice.paid', invoice])
    return subscription
  }

  createPortal(customer: string, returnUrl: string): PortalSession {
    const id = newId('bps')
    const portal: PortalSession = {
      id,
      object: 'billing_portal.session',
      created: this.options.now(),
      customer,
      return_url: returnUrl,
      url: `${this.options.pagesUrl}/portal/${id}`,
      livemode: false,
    }
    this.state.portals.push(portal)
    this.emit()
    return portal
  }

  /** Ends the plan with its period, or takes that back. */
  setCancelAtPeriodEnd(subscription: Subscription, cancels: boolean): void {
    subscription.cancel_at_period_end = cancels
    subscription.cancel_at = cancels ? periodEnd(subscription) : null
    subscription.canceled_at = cancels ? this.options.now() : null
    this.emit(['customer.subscription.updated', subscription])
  }

  /** Moves to another price: a new period begins today and is paid in full. */
  switchPrice(subscription: Subscription, price: Price): void {
    const [item] = subscription.items.data
    if (!item) return
    item.price = price
    const invoice = this.beginPeriod(subscription, this.options.now(), 'paid')
    this.setCancelAtPeriodEnd(subscription, false)
    this.emit(['invoice.paid', invoice])
  }

  cancel(subscription: Subscription): void {
    subscription.status = 'canceled'
    subscription.canceled_at ??= this.options.now()
    subscription.ended_at = this.options.now()
    this.emit(['customer.subscription.deleted', subscription])
  }

  /** The period ends: cancelled plans end, others are charged again. */
  endPeriod(subscription: Subscription, charge: 'paid' | 'failed' = 'paid'): void {
    if (subscription.status === 'canceled') return
    if (subscription.cancel_at_period_end || subscription.status === 'past_due') {
      this.cancel(subscription)
      return
    }
    const start = Math.min(periodEnd(subscription), this.options.now())
    const isPaid = charge === 'paid'
    const invoice = this.beginPeriod(subscription, start, isPaid ? 'paid' : 'open')
    subscription.status = isPaid ? 'active' : 'past_due'
    this.emit(
      ['customer.subscription.updated', subscription],
      [isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice],
    )
  }

  /** Pays what a failed renewal left open. */
  payOpenInvoice(subscription: Subscription): void {
    const invoice = this.invoicesOf(subscription.customer).find(({ status }) => status === 'open')
    if (!invoice || subscription.status !== 'past_due') return
    invoice.status = 'paid'
    subscription.status = 'active'
    this.emit(['invoice.paid', invoice], ['customer.subscription.updated', subscription])
  }

  /** Does what time has brought: ends periods, lets sessions expire. */
  settle(): void {
    const now = this.options.now()
    for (const session of this.state.sessions) {
      if (session.status === 'open' && session.expires_at <= now) this.expireSession(session)
    }
    for (const subscription of this.state.subscriptions) {
      while (subscription.status !== 'canceled' && periodEnd(subscription) <= now) {
        this.endPeriod(subscription)
      }
    }
  }

  /** Newest first. */
  invoicesOf(customer: string): Invoice[] {
    return this.state.invoices.filter((invoice) => invoice.customer === customer).reverse()
  }

  private open(customer: string, price: Price) {
    const now = this.options.now()
    const subscription: Subscription = {
      id: newId('sub'),
      object: 'subscription',
      created: now,
      customer,
      status: 'active',
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      items: {
        object: 'list',
        data: [
          {
            id: newId('si'),
            object: 'subscription_item',
            current_period_start: now,
            current_period_end: now,
            price,
            quantity: 1,
          },
        ],
        has_more: false,
      },
      latest_invoice: null,
      metadata: {},
      livemode: false,
    }
    this.state.subscriptions.push(subscription)
    return { subscription, invoice: this.beginPeriod(subscription, now, 'paid') }
  }

  private beginPeriod(
    subscription: Subscription,
    start: number,
    status: Invoice['status'],
  ): Invoice {
    const [item] = subscription.items.data
    const invoice: Invoice = {
      id: newId('in'),
      object: 'invoice',
      created: start,
      customer: subscription.customer,
      status,
      amount_due: item?.price.unit_amount ?? 0,
      currency: 'usd',
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id },
      },
      livemode: false,
    }
    if (item) {
      item.current_period_start = start
      item.current_period_end = addInterval(start, item.price.recurring.interval)
    }
    subscription.latest_invoice = invoice.id
    this.state.invoices.push(invoice)
    return invoice
  }

  private emit(...happenings: [type: string, object: Event['data']['object']][]): void {
    const events = happenings.map(
      ([type, object]): Event => ({
        id: newId('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: this.options.now(),
        type,
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
      }),
    )
    this.state.events.push(...events)
    this.options.onChange(events)
  }
}

/** The end of the running period, in Unix seconds. */
export function periodEnd(subscription: Subscription): number {
  return subscription.items.data[0]?.current_period_end ?? 0
}

function priceOf(id: string, name: PriceName): Price {
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
