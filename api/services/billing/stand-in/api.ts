import type { Hono } from 'hono'
import { z } from 'zod'
import { apiCalls, unknownCall } from './calls.ts'
import type { Ledger } from './ledger.ts'
import { newInvoice } from './new-objects.ts'
import type { Price, Session, Subscription } from './objects.ts'
import { found, StripeRefusal } from './stripe-error.ts'

const text = z.string().min(1).max(5000)
const metadata = z.record(z.string(), z.string()).optional()
const quantity = z.coerce.number().int().min(1).max(1_000_000)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const paging = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: text.optional(),
}

/**
 * The endpoints of Stripe's API that we call, over the stand-in's ledger. Every other endpoint or
 * parameter is refused in Stripe's error form, so that a mistake shows in development first.
 */
export function standInApi(ledger: Ledger): Hono {
  const { state, prices } = ledger
  const customerOf = (id: string) =>
    found(
      state.customers.find((customer) => customer.id === id),
      'customer',
      id,
      'customer',
    )
  const subscriptionOf = (id: string) =>
    found(
      state.subscriptions.find((subscription) => subscription.id === id),
      'subscription',
      id,
    )
  const sessionOf = (id: string) =>
    found(
      state.sessions.find((session) => session.id === id),
      'checkout.session',
      id,
    )
  const priceOf = (id: string) =>
    found(
      prices.find((price) => price.id === id),
      'price',
      id,
      'price',
    )

  const { call, app } = apiCalls(ledger)

  call(
    'POST',
    '/customers',
    z.strictObject({ email: text.optional(), name: z.string().optional(), metadata }),
    (params) => ledger.createCustomer(params),
  )
  call('GET', '/customers/:id', z.strictObject({}), (_, id) => customerOf(id))

  call('GET', '/prices', z.strictObject({ active: flag.optional(), ...paging }), (params) =>
    page('/v1/prices', prices, params),
  )
  call(
    'GET',
    '/prices/:id',
    z.strictObject({ expand: z.tuple([z.literal('product')]).optional() }),
    ({ expand }, id) => (expand ? withProduct(priceOf(id)) : priceOf(id)),
  )

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
      customerOf(params.customer)
      return ledger.createSession(params, priceOf(line.price), line.quantity)
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
      page(
        '/v1/checkout/sessions',
        newestFirst(state.sessions).filter(matches<Session>(params)),
        params,
      ),
  )
  call('GET', '/checkout/sessions/:id', z.strictObject({}), (_, id) => sessionOf(id))
  call('POST', '/checkout/sessions/:id/expire', z.strictObject({}), (_, id) => {
    const session = sessionOf(id)
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
    (params) => ledger.createPortal(customerOf(params.customer).id, params.return_url),
  )

  call(
    'GET',
    '/subscriptions',
    z.strictObject({
      customer: text.optional(),
      status: z.enum(['all', 'active', 'past_due', 'canceled']).optional(),
      ...paging,
    }),
    ({ customer, status, ...params }) => {
      if (customer) customerOf(customer)
      const isAsked = (subscription: Subscription) =>
        (!customer || subscription.customer === customer) &&
        (status === 'all' ||
          (status ? subscription.status === status : subscription.status !== 'canceled'))
      return page('/v1/subscriptions', newestFirst(state.subscriptions).filter(isAsked), params)
    },
  )
  call('GET', '/subscriptions/:id', z.strictObject({}), (_, id) => subscriptionOf(id))
  call(
    'POST',
    '/invoices/create_preview',
    z.strictObject({
      subscription: text,
      subscription_details: z.strictObject({
        items: z.tuple([z.strictObject({ id: text, quantity })]),
        proration_behavior: z.literal('always_invoice'),
        proration_date: z.coerce.number().int(),
      }),
    }),
    ({ subscription: id, subscription_details: details }) => {
      const subscription = subscriptionOf(id)
      const [item] = details.items
      const amount = ledger.prorationOf(subscription, item.quantity, details.proration_date)
      return newInvoice(details.proration_date, subscription, 'draft', amount)
    },
  )
  call(
    'POST',
    '/subscriptions/:id',
    z.strictObject({
      cancel_at_period_end: flag.optional(),
      items: z
        .tuple([
          z.strictObject({ id: text, price: text.optional(), quantity: quantity.optional() }),
        ])
        .optional(),
      metadata,
      proration_behavior: z.enum(['always_invoice', 'none']).optional(),
      proration_date: z.coerce.number().int().optional(),
      payment_behavior: z.literal('pending_if_incomplete').optional(),
      expand: z.tuple([z.literal('latest_invoice')]).optional(),
    }),
    ({ cancel_at_period_end: cancels, items, ...params }, id) => {
      const subscription = subscriptionOf(id)
      if (params.payment_behavior && (params.metadata || cancels !== undefined)) {
        throw new StripeRefusal(400, 'Pending updates take items and prorations alone.')
      }
      const [item] = items ?? []
      if (item?.price) ledger.switchPrice(subscription, priceOf(item.price))
      if (item?.quantity !== undefined) {
        if (params.payment_behavior) {
          ledger.buyQuantity(subscription, item.quantity, params.proration_date)
        } else ledger.setQuantity(subscription, item.quantity)
      }
      if (params.metadata) ledger.setMetadata(subscription, params.metadata)
      if (cancels !== undefined) ledger.setCancelAtPeriodEnd(subscription, cancels)
      if (!params.expand) return subscription
      const invoice = state.invoices.find(({ id }) => id === subscription.latest_invoice)
      return { ...subscription, latest_invoice: invoice }
    },
  )
  call('DELETE', '/subscriptions/:id', z.strictObject({}), (_, id) => {
    const subscription = subscriptionOf(id)
    if (subscription.status === 'canceled') subscriptionOf('')
    ledger.cancel(subscription)
    return subscription
  })

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
  app.all('*', unknownCall)
  return app
}

function matches<T extends { customer: string; status: string }>(wanted: {
  customer?: string | undefined
  status?: string | undefined
}) {
  return ({ customer, status }: T) =>
    (!wanted.customer || customer === wanted.customer) &&
    (!wanted.status || status === wanted.status)
}

function newestFirst<T>(objects: readonly T[]): T[] {
  return [...objects].reverse()
}

function page<T extends { id: string }>(
  url: string,
  objects: readonly T[],
  { limit, starting_after: after }: { limit: number; starting_after?: string | undefined },
) {
  const start = after === undefined ? 0 : objects.findIndex(({ id }) => id === after) + 1
  return {
    object: 'list',
    url,
    data: objects.slice(start, start + limit),
    has_more: objects.length > start + limit,
  }
}

function withProduct(price: Price): Price {
  const id = String(price.product)
  return { ...price, product: { id, object: 'product', name: price.nickname ?? id } }
}
