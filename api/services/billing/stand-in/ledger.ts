import { PRICE_NAMES, type PriceName } from '#api/contract/billing.ts'
import {
  type GivenCustomer,
  type GivenSession,
  newCustomer,
  newEvent,
  newInvoice,
  newPortal,
  newPrice,
  newSession,
  newSubscription,
} from './new-objects.ts'
import {
  addInterval,
  type Customer,
  type Event,
  type Invoice,
  type PortalSession,
  type Price,
  type Session,
  type Subscription,
} from './objects.ts'
import type { State } from './state.ts'

export interface LedgerOptions {
  state: State
  /** Stripe's price ids of the plans on sale. */
  prices: Record<PriceName, string>
  /** The base URL of the checkout and portal pages. */
  pagesUrl: string
  /** The current time in Unix seconds. */
  now(): number
  /** Called after each change, with its events. */
  onChange(events: Event[]): void
}

/**
 * The state of the stand-in: changes objects as Stripe would, and returns the events it would send.
 *
 *   checkout ─ paid ─► active ◄─ pay ─ past_due ◄─ renewal fails
 *                        │ period ends                │ period ends
 *                        ├─ cancelled ─► canceled ◄───┘
 *                        └─ else renewed
 */
export class Ledger {
  readonly prices: readonly Price[]

  constructor(private readonly options: LedgerOptions) {
    this.prices = PRICE_NAMES.map((name) => newPrice(options.prices[name], name))
  }

  get state(): State {
    return this.options.state
  }

  createCustomer(given: GivenCustomer): Customer {
    const customer = newCustomer(this.options.now(), given)
    this.state.customers.push(customer)
    this.emit(['customer.created', customer])
    return customer
  }

  createSession(given: GivenSession, price: Price, quantity: number): Session {
    const line = { price, quantity }
    const session = newSession(this.options.now(), given, line, this.options.pagesUrl)
    this.state.sessions.push(session)
    this.emit()
    return session
  }

  expireSession(session: Session): void {
    session.status = 'expired'
    session.url = null
    this.emit(['checkout.session.expired', session])
  }

  /**
   * Pays a checkout session.
   * @returns its success URL
   */
  pay(session: Session): string {
    const [line] = session.line_items.data
    if (session.status !== 'open' || !line) throw new Error('The session is not open.')
    this.setCard(session.customer, true)
    session.status = 'complete'
    session.payment_status = 'paid'
    session.url = null
    const { subscription, invoice } = this.open(session.customer, line.price, line.quantity)
    session.subscription = subscription.id
    this.emit(
      ['customer.subscription.created', subscription],
      ['invoice.paid', invoice],
      ['checkout.session.completed', session],
    )
    return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
  }

  /** Creates a subscription without a checkout session, for the accounts of a first start. */
  subscribe(customer: string, priceId: string, quantity = 1): Subscription {
    const { subscription, invoice } = this.open(customer, this.priceOf(priceId), quantity)
    this.emit(['customer.subscription.created', subscription], ['invoice.paid', invoice])
    return subscription
  }

  /** Gives a customer a paid plan, without an event. */
  seed(customer: string, priceId: string): void {
    this.open(customer, this.priceOf(priceId), 1)
    this.emit()
  }

  private priceOf(priceId: string): Price {
    const price = this.prices.find(({ id }) => id === priceId)
    if (!price) throw new Error(`No price ${priceId}.`)
    return price
  }

  createPortal(customer: string, returnUrl: string): PortalSession {
    const portal = newPortal(this.options.now(), customer, returnUrl, this.options.pagesUrl)
    this.state.portals.push(portal)
    this.emit()
    return portal
  }

  /** Schedules the cancellation at the end of the period, or withdraws it. */
  setCancelAtPeriodEnd(subscription: Subscription, cancels: boolean): void {
    subscription.cancel_at_period_end = cancels
    subscription.cancel_at = cancels ? periodEnd(subscription) : null
    subscription.canceled_at = cancels ? this.options.now() : null
    this.emit(['customer.subscription.updated', subscription])
  }

  /** Sets whether the customer's card is declined from now on. */
  setDeclining(customer: string, isDeclining: boolean): void {
    const others = this.state.declining.filter((id) => id !== customer)
    this.state.declining = isDeclining ? [...others, customer] : others
    this.emit()
  }

  /** Sets whether the customer has a card; a payment gives one. */
  setCard(customer: string, hasCard: boolean): void {
    const others = this.state.cardless.filter((id) => id !== customer)
    this.state.cardless = hasCard ? others : [...others, customer]
    this.emit()
  }

  /** Whether a charge of the customer's card would fail. */
  private isDeclined(customer: string): boolean {
    return [this.state.declining, this.state.cardless].some((ids) => ids.includes(customer))
  }

  /** The price of a change of quantity for the rest of the period, in cents. */
  prorationOf(subscription: Subscription, quantity: number, at: number): number {
    const [item] = subscription.items.data
    if (!item) return 0
    const { current_period_start: start, current_period_end: end, price } = item
    const share = (end - at) / (end - start)
    const cost = (units: number) => Math.round(price.unit_amount * units * share)
    return cost(quantity) - cost(item.quantity)
  }

  /** Changes the quantity without a proration: the renewal charges for it. */
  setQuantity(subscription: Subscription, quantity: number): void {
    this.dropPending(subscription)
    const [item] = subscription.items.data
    if (item) item.quantity = quantity
    this.emit(['customer.subscription.updated', subscription])
  }

  /** Sets keys of the metadata; an empty value removes one. */
  setMetadata(subscription: Subscription, values: Record<string, string>): void {
    const merged = { ...subscription.metadata, ...values }
    subscription.metadata = Object.fromEntries(
      Object.entries(merged).filter(([, value]) => value !== ''),
    )
    this.emit(['customer.subscription.updated', subscription])
  }

  /** Charges for another quantity at once; the change waits until the payment succeeds. */
  buyQuantity(subscription: Subscription, quantity: number, at = this.options.now()): void {
    const [item] = subscription.items.data
    if (!item) return
    this.dropPending(subscription)
    const amount = this.prorationOf(subscription, quantity, at)
    const now = this.options.now()
    if (this.isDeclined(subscription.customer)) {
      subscription.pending_update = {
        expires_at: Math.min(now + PENDING_S, item.current_period_end),
        subscription_items: [{ id: item.id, quantity }],
      }
      const invoice = this.invoice(now, subscription, 'open', amount)
      this.emit(
        ['customer.subscription.updated', subscription],
        ['invoice.payment_failed', invoice],
      )
      return
    }
    item.quantity = quantity
    const invoice = this.invoice(now, subscription, 'paid', amount)
    this.emit(['customer.subscription.updated', subscription], ['invoice.paid', invoice])
  }

  /** Changes to another price: a new period begins today and is paid in full. */
  switchPrice(subscription: Subscription, price: Price): void {
    const [item] = subscription.items.data
    if (!item) return
    item.price = price
    subscription.status = 'active'
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

  /** Ends the period: cancelled plans end, others are charged again. */
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

  /** Pays the open invoice of a failed renewal, or of a change that waits for its payment. */
  payOpenInvoice(subscription: Subscription): void {
    const invoice = this.openInvoiceOf(subscription)
    if (!invoice || subscription.status === 'canceled') return
    this.setCard(subscription.customer, true)
    invoice.status = 'paid'
    invoice.status_transitions.paid_at = this.options.now()
    subscription.status = 'active'
    const [item] = subscription.items.data
    const [change] = subscription.pending_update?.subscription_items ?? []
    if (item && change) item.quantity = change.quantity
    subscription.pending_update = null
    this.emit(['invoice.paid', invoice], ['customer.subscription.updated', subscription])
  }

  /** Advances to the current time: ends periods, expires checkout sessions. */
  settle(): void {
    const now = this.options.now()
    for (const session of this.state.sessions) {
      if (session.status === 'open' && session.expires_at <= now) this.expireSession(session)
    }
    for (const subscription of this.state.subscriptions) {
      if ((subscription.pending_update?.expires_at ?? now) < now) this.dropPending(subscription)
      while (subscription.status !== 'canceled' && periodEnd(subscription) <= now) {
        const hasCard = !this.state.cardless.includes(subscription.customer)
        this.endPeriod(subscription, hasCard ? 'paid' : 'failed')
      }
    }
  }

  /** A customer's invoices, newest first. */
  invoicesOf(customer: string): Invoice[] {
    return this.state.invoices.filter((invoice) => invoice.customer === customer).reverse()
  }

  private open(customer: string, price: Price, quantity: number) {
    const now = this.options.now()
    const subscription = newSubscription(now, customer, price, quantity)
    this.state.subscriptions.push(subscription)
    return { subscription, invoice: this.beginPeriod(subscription, now, 'paid') }
  }

  private beginPeriod(
    subscription: Subscription,
    start: number,
    status: Invoice['status'],
  ): Invoice {
    const [item] = subscription.items.data
    if (item) {
      item.current_period_start = start
      item.current_period_end = addInterval(start, item.price.recurring.interval)
    }
    this.dropPending(subscription)
    return this.invoice(start, subscription, status, item ? periodAmount(item) : 0)
  }

  private invoice(
    created: number,
    subscription: Subscription,
    status: Invoice['status'],
    amount: number,
  ): Invoice {
    const invoice = newInvoice(created, subscription, status, amount)
    if (status === 'open') {
      const { id } = this.createPortal(subscription.customer, this.options.pagesUrl)
      invoice.hosted_invoice_url = `${this.options.pagesUrl}/portal/${id}`
    }
    subscription.latest_invoice = invoice.id
    this.state.invoices.push(invoice)
    return invoice
  }

  /** Discards a change that waits for its payment. */
  private dropPending(subscription: Subscription): void {
    if (!subscription.pending_update) return
    subscription.pending_update = null
    const invoice = this.openInvoiceOf(subscription)
    if (invoice) invoice.status = 'void'
  }

  private openInvoiceOf({ id, customer }: Subscription): Invoice | undefined {
    return this.invoicesOf(customer).find(
      ({ status, parent }) => status === 'open' && parent.subscription_details.subscription === id,
    )
  }

  private emit(...happenings: [type: string, object: Event['data']['object']][]): void {
    const now = this.options.now()
    const events = happenings.map(([type, object]) => newEvent(now, type, object))
    this.state.events.push(...events)
    this.options.onChange(events)
  }
}

/** How long a change waits for its payment, in seconds. */
const PENDING_S = 23 * 3600

function periodAmount({ price, quantity }: Subscription['items']['data'][number]): number {
  return price.unit_amount * quantity
}

/** The end of the current period, in Unix seconds. */
export function periodEnd(subscription: Subscription): number {
  return subscription.items.data[0]?.current_period_end ?? 0
}
