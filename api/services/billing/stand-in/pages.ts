import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { day, dollars, layout, STYLES } from './layout.ts'
import { type Ledger, periodEnd } from './ledger.ts'
import type { Invoice, Price, Session, Subscription } from './objects.ts'

/**
 * The stand-in's pages: the checkout for a test payment, and the portal. Plain forms, no script.
 * @param appOrigin the origin that its forms may redirect back to.
 */
export function standInPages(ledger: Ledger, appOrigin: string): Hono {
  const { state } = ledger
  const changes: Record<string, (subscription: Subscription) => void> = {
    cancel: (subscription) => ledger.setCancelAtPeriodEnd(subscription, true),
    resume: (subscription) => ledger.setCancelAtPeriodEnd(subscription, false),
    settle: (subscription) => ledger.payOpenInvoice(subscription),
    end: (subscription) => ledger.endPeriod(subscription),
    decline: (subscription) => ledger.endPeriod(subscription, 'failed'),
    'decline-card': ({ customer }) => ledger.setDeclining(customer, true),
    'accept-card': ({ customer }) => ledger.setDeclining(customer, false),
    month: (subscription) => switchTo(subscription, 'month'),
    year: (subscription) => switchTo(subscription, 'year'),
  }
  const app = new Hono()
  app.use(async (c, next) => {
    ledger.settle()
    await next()
    c.header('Cache-Control', 'no-store')
    // Chromium applies form-action to the redirect too, so the app's origin must be named.
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'self'; form-action 'self' ${appOrigin}; frame-ancestors 'none'; base-uri 'none'`,
    )
  })
  app.get('/styles.css', (c) => c.body(STYLES, 200, { 'Content-Type': 'text/css' }))

  app.get('/checkout/:id', (c) => {
    const session = openSession(c)
    return session ? c.html(checkoutPage(session)) : c.html(gone(), 404)
  })
  app.post('/checkout/:id/:action', (c) => {
    const session = openSession(c)
    if (!session) return c.html(gone(), 404)
    const action = c.req.param('action')
    if (action === 'pay') return c.redirect(ledger.pay(session), 303)
    if (action === 'fail') return c.html(checkoutPage(session, 'Your card was declined.'))
    if (action === 'cancel') return c.redirect(session.cancel_url ?? appOrigin, 303)
    return c.html(gone(), 404)
  })

  app.get('/portal/:id', (c) => {
    const portal = state.portals.find(({ id }) => id === c.req.param('id'))
    if (!portal) return c.html(gone(), 404)
    const subscriptions = state.subscriptions
      .filter(({ customer }) => customer === portal.customer)
      .reverse()
    return c.html(
      layout(
        'Your plan',
        html`<h1>Your plan</h1>
    <p><a href="${portal.return_url}">Back to the app</a></p>
    ${subscriptions.length === 0 ? html`<div class="card"><p>There is no plan yet.</p></div>` : ''}
    ${subscriptions.map((subscription) => planCard(subscription, portal.id))}
    ${invoiceCard(ledger.invoicesOf(portal.customer))}`,
      ),
    )
  })
  app.post('/portal/:id/:subscription/:action', (c) => {
    const { id, subscription: subscriptionId, action } = c.req.param()
    const portal = state.portals.find((portal) => portal.id === id)
    const subscription = state.subscriptions.find(
      (each) => each.id === subscriptionId && each.customer === portal?.customer,
    )
    const change = changes[action]
    if (!change || !subscription || subscription.status === 'canceled') return c.html(gone(), 404)
    change(subscription)
    return c.redirect(`/dev/stripe/portal/${id}`, 303)
  })
  return app

  function openSession(c: Context): Session | undefined {
    return state.sessions.find(({ id, status }) => id === c.req.param('id') && status === 'open')
  }

  function planCard(subscription: Subscription, portalId: string) {
    const { price, quantity } = subscription.items.data[0] ?? { quantity: 0 }
    const button = (action: string, label: string) => html`
      <form method="post" action="/dev/stripe/portal/${portalId}/${subscription.id}/${action}">
        <button>${label}</button></form>`
    if (!price) return ''
    const plan = html`<h2>${price.nickname}</h2>
      <p>${dollars(price.unit_amount)} per ${price.recurring.interval}${seatsText(quantity)}</p>`
    if (subscription.status === 'canceled') {
      return html`<section class="card">${plan}<p class="muted">Ended.</p></section>`
    }
    const end = day(periodEnd(subscription))
    const isDue = subscription.status === 'past_due' || Boolean(subscription.pending_update)
    const isDeclining = state.declining.includes(subscription.customer)
    return html`<section class="card">${plan}
      ${isDue ? html`<p class="problem">The last payment failed.</p>${button('settle', 'Pay the open invoice')}` : ''}
      <p class="muted">${subscription.cancel_at_period_end ? `Ends on ${end}.` : `Renews on ${end}.`}</p>
      ${subscription.cancel_at_period_end ? button('resume', 'Resume the plan') : button('cancel', 'Cancel at the end of the period')}
      ${otherPrices(price).map((other) => button(other.recurring.interval, `Switch to the ${other.nickname}`))}
    </section>
    <section class="card"><h2>For testing</h2>
      <p class="muted">What otherwise takes a ${price.recurring.interval}.</p>
      ${button('end', 'End the period now')}
      ${button('decline', 'End it, and let the payment fail')}
      ${isDeclining ? button('accept-card', 'Accept the card again') : button('decline-card', 'Decline the card from now on')}
    </section>`
  }

  function switchTo(subscription: Subscription, interval: 'month' | 'year'): void {
    const price = ledger.prices.find(({ recurring }) => recurring.interval === interval)
    if (price) ledger.switchPrice(subscription, price)
  }

  function otherPrices(price: Price): readonly Price[] {
    return ledger.prices.filter(({ id }) => id !== price.id)
  }

  function checkoutPage(session: Session, problem?: string) {
    const { price, quantity } = session.line_items.data[0] ?? { quantity: 0 }
    const action = `/dev/stripe/checkout/${session.id}`
    return layout(
      'Checkout',
      html`<h1>${price?.nickname}</h1>
    <section class="card">
      <p class="amount">${dollars(session.amount_total)}</p>
      <p class="muted">per ${price?.recurring.interval}${seatsText(quantity)}, until cancelled</p>
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
      <form method="post" action="${action}/pay"><button class="main">Pay with the test card</button></form>
      <form method="post" action="${action}/fail"><button>Pay with a declined card</button></form>
      <form method="post" action="${action}/cancel"><button>Go back without paying</button></form>
    </section>`,
    )
  }
}

function seatsText(quantity: number): string {
  return quantity === 1 ? '' : ` for ${quantity} seats`
}

function invoiceCard(invoices: readonly Invoice[]) {
  if (invoices.length === 0) return ''
  return html`<section class="card"><h2>Invoices</h2><ul>
      ${invoices.map(
        (invoice) => html`<li><span>${day(invoice.created)}</span>
        <span>${dollars(invoice.amount_due)}</span><span class="muted">${invoice.status}</span></li>`,
      )}</ul></section>`
}

function gone() {
  return layout(
    'Not here',
    html`<h1>This page is over</h1><p>Go back to the app and begin again.</p>`,
  )
}
