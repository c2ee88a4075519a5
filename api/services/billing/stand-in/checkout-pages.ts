import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { dollars, gonePage, layout, seatsText } from './layout.ts'
import type { Ledger } from './ledger.ts'
import type { Session } from './objects.ts'

/**
 * The checkout page for a test payment, until its session is paid or has ended.
 * @param appOrigin where a cancelled session leads if it has no address of its own
 */
export function checkoutPages(ledger: Ledger, appOrigin: string): Hono {
  const app = new Hono()
  app.get('/:id', (c) => {
    const session = openSession(c)
    return session ? c.html(checkoutPage(session)) : c.html(gonePage(), 404)
  })
  app.post('/:id/:action', (c) => {
    const session = openSession(c)
    if (!session) return c.html(gonePage(), 404)
    const action = c.req.param('action')
    if (action === 'pay') return c.redirect(ledger.pay(session), 303)
    if (action === 'fail') return c.html(checkoutPage(session, 'Your card was declined.'))
    if (action === 'cancel') return c.redirect(session.cancel_url ?? appOrigin, 303)
    return c.html(gonePage(), 404)
  })
  return app

  function openSession(c: Context): Session | undefined {
    const id = c.req.param('id')
    return ledger.state.sessions.find((session) => session.id === id && session.status === 'open')
  }
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
