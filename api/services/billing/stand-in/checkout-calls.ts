import { z } from 'zod'
import type { Call } from './calls.ts'
import type { Ledger } from './ledger.ts'
import type { Session } from './objects.ts'
import { newestFirst, page, paging } from './page.ts'
import { metadata, quantity, text } from './params.ts'
import { customerOf, priceOf, sessionOf } from './stored-objects.ts'
import { StripeRefusal } from './stripe-error.ts'

/** Declares the endpoints of the checkout and the customer portal. */
export function declareCheckout(call: Call, ledger: Ledger): void {
  const { state } = ledger

  call(
    'POST',
    '/checkout/sessions',
    z.strictObject({
      mode: z.literal('subscription'),
      customer: text,
      client_reference_id: text.optional(),
      line_items: z.tuple([z.strictObject({ price: text, quantity })]),
      success_url: z.url({ protocol: /^https?$/ }),
      cancel_url: z.url({ protocol: /^https?$/ }).optional(),
      metadata,
      subscription_data: z.strictObject({ metadata }).optional(),
    }),
    ({ line_items: [line], ...params }) => {
      customerOf(ledger, params.customer)
      return ledger.createSession(params, priceOf(ledger, line.price), line.quantity)
    },
  )
  call(
    'GET',
    '/checkout/sessions',
    z.strictObject({
      customer: text.optional(),
      status: z.enum(['open', 'complete', 'expired']).optional(),
      ...paging,
    }),
    (params) =>
      page('/v1/checkout/sessions', newestFirst(state.sessions).filter(isAsked(params)), params),
  )
  call('GET', '/checkout/sessions/:id', z.strictObject({}), (_, id) => sessionOf(ledger, id))
  call('POST', '/checkout/sessions/:id/expire', z.strictObject({}), (_, id) => {
    const session = sessionOf(ledger, id)
    if (session.status !== 'open') {
      throw new StripeRefusal(400, 'Only Checkout Sessions with a status of "open" can be expired.')
    }
    ledger.expireSession(session)
    return session
  })

  call(
    'POST',
    '/billing_portal/sessions',
    z.strictObject({ customer: text, return_url: z.url({ protocol: /^https?$/ }) }),
    (params) => ledger.createPortal(customerOf(ledger, params.customer).id, params.return_url),
  )
}

function isAsked(asked: { customer?: string | undefined; status?: string | undefined }) {
  return ({ customer, status }: Session) =>
    (!asked.customer || customer === asked.customer) && (!asked.status || status === asked.status)
}
