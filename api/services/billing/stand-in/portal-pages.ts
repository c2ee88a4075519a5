import { Hono } from 'hono'
import { html } from 'hono/html'
import { day, dollars, gonePage, layout, seatsText } from './layout.ts'
import { type Ledger, periodEnd } from './ledger.ts'
import type { Invoice, Price, Subscription } from './objects.ts'

/**
 * The customer portal: plans, invoices, and buttons for what otherwise takes time or a declined
 * card.
 */
export function portalPages(ledger: Ledger): Hono {
  const portalOf = (id: string) => ledger.state.portals.find((portal) => portal.id === id)
  const changes = subscriptionChanges(ledger)
  const app = new Hono()
  app.get('/:id', (c) => {
    const portal = portalOf(c.req.param('id'))
    if (!portal) return c.html(gonePage(), 404)
    const plans = ledger.state.subscriptions
      .filter(({ customer }) => customer === portal.customer)
      .reverse()
    return c.html(
      layout(
        'Your plan',
        html`<h1>Your plan</h1>
    <p><a href="${portal.return_url}">Back to the app</a></p>
    ${plans.length === 0 ? html`<div class="card"><p>There is no plan yet.</p></div>` : ''}
    ${plans.map((subscription) => planCards(ledger, subscription, portal.id))}
    ${invoiceCard(ledger.invoicesOf(portal.customer))}`,
      ),
    )
  })
  app.post('/:id/:subscription/:action', (c) => {
    const { id, subscription: subscriptionId, action } = c.req.param()
    const portal = portalOf(id)
    const subscription = ledger.state.subscriptions.find(
      (each) => each.id === subscriptionId && each.customer === portal?.customer,
    )
    const change = changes[action]
    if (!change || !subscription || subscription.status === 'canceled') {
      return c.html(gonePage(), 404)
    }
    change(subscription)
    return c.redirect(`/dev/stripe/portal/${id}`, 303)
  })
  return app
}

/** The effect of each button, by the action at the end of its address. */
function subscriptionChanges(ledger: Ledger): Record<string, (subscription: Subscription) => void> {
  function switchTo(subscription: Subscription, interval: 'month' | 'year'): void {
    const price = ledger.prices.find(({ recurring }) => recurring.interval === interval)
    if (price) ledger.switchPrice(subscription, price)
  }
  return {
    cancel: (subscription) => ledger.setCancelAtPeriodEnd(subscription, true),
    resume: (subscription) => ledger.setCancelAtPeriodEnd(subscription, false),
    settle: (subscription) => ledger.payOpenInvoice(subscription),
    end: (subscription) => ledger.endPeriod(subscription),
    decline: (subscription) => ledger.endPeriod(subscription, 'failed'),
    'decline-card': ({ customer }) => ledger.setDeclining(customer, true),
    'accept-card': ({ customer }) => ledger.setDeclining(customer, false),
    'give-card': ({ customer }) => ledger.setCard(customer, true),
    month: (subscription) => switchTo(subscription, 'month'),
    year: (subscription) => switchTo(subscription, 'year'),
  }
}

/** A plan and its buttons; an active plan also has those that tests need. */
function planCards(ledger: Ledger, subscription: Subscription, portalId: string) {
  const { price, quantity } = subscription.items.data[0] ?? { quantity: 0 }
  if (!price) return ''
  const button = (action: string, label: string) => html`
      <form method="post" action="/dev/stripe/portal/${portalId}/${subscription.id}/${action}">
        <button>${label}</button></form>`
  const plan = html`<h2>${price.nickname}</h2>
      <p>${dollars(price.unit_amount)} per ${price.recurring.interval}${seatsText(quantity)}</p>`
  if (subscription.status === 'canceled') {
    return html`<section class="card">${plan}<p class="muted">Ended.</p></section>`
  }
  const end = day(periodEnd(subscription))
  const isDue = subscription.status === 'past_due' || Boolean(subscription.pending_update)
  const isCardless = ledger.state.cardless.includes(subscription.customer)
  const isDeclining = ledger.state.declining.includes(subscription.customer)
  return html`<section class="card">${plan}
      ${isDue ? html`<p class="problem">The last payment failed.</p>${button('settle', 'Pay the open invoice')}` : ''}
      ${isCardless ? html`<p class="problem">There is no card.</p>${button('give-card', 'Give a card')}` : ''}
      <p class="muted">${subscription.cancel_at_period_end ? `Ends on ${end}.` : `Renews on ${end}.`}</p>
      ${subscription.cancel_at_period_end ? button('resume', 'Resume the plan') : button('cancel', 'Cancel at the end of the period')}
      ${otherPrices(ledger, price).map((other) => button(other.recurring.interval, `Switch to the ${other.nickname}`))}
    </section>
    <section class="card"><h2>For testing</h2>
      <p class="muted">What otherwise takes a ${price.recurring.interval}.</p>
      ${button('end', 'End the period now')}
      ${button('decline', 'End it, and let the payment fail')}
      ${isDeclining ? button('accept-card', 'Accept the card again') : button('decline-card', 'Decline the card from now on')}
    </section>`
}

const otherPrices = (ledger: Ledger, price: Price) =>
  ledger.prices.filter(({ id }) => id !== price.id)

function invoiceCard(invoices: readonly Invoice[]) {
  if (invoices.length === 0) return ''
  return html`<section class="card"><h2>Invoices</h2><ul>
      ${invoices.map(
        (invoice) => html`<li><span>${day(invoice.created)}</span>
        <span>${dollars(invoice.amount_due)}</span><span class="muted">${invoice.status}</span></li>`,
      )}</ul></section>`
}
