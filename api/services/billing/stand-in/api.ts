import type { Hono } from 'hono'
import { z } from 'zod'
import { apiCalls, type Call, unknownCall } from './calls.ts'
import { declareCheckout } from './checkout-calls.ts'
import type { Ledger } from './ledger.ts'
import type { Price } from './objects.ts'
import { newestFirst, page, paging } from './page.ts'
import { flag, metadata, text } from './params.ts'
import { customerOf, priceOf } from './stored-objects.ts'
import { found } from './stripe-error.ts'
import { declareSubscriptions } from './subscription-calls.ts'

/**
 * The endpoints of Stripe's API that we call, over the stand-in's ledger. Every other endpoint or
 * parameter is refused in Stripe's error form, so that a mistake shows in development first.
 */
export function standInApi(ledger: Ledger): Hono {
  const { call, app } = apiCalls(ledger)
  declareCustomersAndPrices(call, ledger)
  declareCheckout(call, ledger)
  declareSubscriptions(call, ledger)
  declareEvents(call, ledger)
  app.all('*', unknownCall)
  return app
}

function declareCustomersAndPrices(call: Call, ledger: Ledger): void {
  const { prices } = ledger

  call(
    'POST',
    '/customers',
    z.strictObject({ email: text.optional(), name: z.string().optional(), metadata }),
    (params) => ledger.createCustomer(params),
  )
  call('GET', '/customers/:id', z.strictObject({}), (_, id) => customerOf(ledger, id))
  call('GET', '/customers/:id/payment_methods', z.strictObject(paging), (params, id) => {
    const { cardless, subscriptions } = ledger.state
    const hasPaid = subscriptions.some(({ customer }) => customer === customerOf(ledger, id).id)
    const cards = hasPaid && !cardless.includes(id) ? [cardOf(id)] : []
    return page(`/v1/customers/${id}/payment_methods`, cards, params)
  })
  call('POST', '/payment_methods/:id/detach', z.strictObject({}), (_, id) => {
    ledger.setCard(customerOf(ledger, id.replace(CARD, '')).id, false)
    return { ...cardOf(id), id, customer: null }
  })

  call('GET', '/prices', z.strictObject({ active: flag.optional(), ...paging }), (params) =>
    page('/v1/prices', prices, params),
  )
  call(
    'GET',
    '/prices/:id',
    z.strictObject({ expand: z.tuple([z.literal('product')]).optional() }),
    ({ expand }, id) => (expand ? withProduct(priceOf(ledger, id)) : priceOf(ledger, id)),
  )
}

function declareEvents(call: Call, { state }: Ledger): void {
  call(
    'GET',
    '/events',
    z.strictObject({
      created: z.strictObject({ gte: z.coerce.number().int() }).optional(),
      types: z.array(text).max(20).optional(),
      ...paging,
    }),
    ({ created, types, ...params }) =>
      page(
        '/v1/events',
        newestFirst(state.events).filter(
          (event) => event.created >= (created?.gte ?? 0) && (!types || types.includes(event.type)),
        ),
        params,
      ),
  )
  call('GET', '/events/:id', z.strictObject({}), (_, id) =>
    found(
      state.events.find((event) => event.id === id),
      'event',
      id,
    ),
  )
}

/** Of a customer's card: its id is the customer's, after this. */
const CARD = 'pm_'

/** The one card that a customer has. */
const cardOf = (customer: string) => ({
  ...{ id: `${CARD}${customer}`, object: 'payment_method', type: 'card', customer },
})

function withProduct(price: Price): Price {
  const id = String(price.product)
  return { ...price, product: { id, object: 'product', name: price.nickname ?? id } }
}
