import { z } from 'zod'
import type { Call } from './calls.ts'
import type { Ledger } from './ledger.ts'
import { newInvoice } from './new-objects.ts'
import type { Subscription } from './objects.ts'
import { newestFirst, page, paging } from './page.ts'
import { flag, metadata, quantity, text } from './params.ts'
import { customerOf, priceOf, subscriptionOf } from './stored-objects.ts'
import { StripeRefusal } from './stripe-error.ts'

/** Declares the endpoints of subscriptions, and the preview of a change's price. */
export function declareSubscriptions(call: Call, ledger: Ledger): void {
  const { state } = ledger
  const withInvoice = (subscription: Subscription) => ({
    ...subscription,
    latest_invoice: state.invoices.find(({ id }) => id === subscription.latest_invoice) ?? null,
  })

  call(
    'GET',
    '/subscriptions',
    z.strictObject({
      customer: text.optional(),
      status: z.enum(['all', 'active', 'past_due', 'canceled']).optional(),
      expand: z.tuple([z.literal('data.latest_invoice')]).optional(),
      ...paging,
    }),
    ({ customer, status, expand, ...params }) => {
      if (customer) customerOf(ledger, customer)
      const isAsked = (subscription: Subscription) =>
        (!customer || subscription.customer === customer) &&
        (status === 'all' ||
          (status ? subscription.status === status : subscription.status !== 'canceled'))
      const found = newestFirst(state.subscriptions).filter(isAsked)
      return expand
        ? page('/v1/subscriptions', found.map(withInvoice), params)
        : page('/v1/subscriptions', found, params)
    },
  )
  call('GET', '/subscriptions/:id', z.strictObject({}), (_, id) => subscriptionOf(ledger, id))
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
      const subscription = subscriptionOf(ledger, id)
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
      const subscription = subscriptionOf(ledger, id)
      if (params.payment_behavior && (params.metadata || cancels !== undefined)) {
        throw new StripeRefusal(400, 'Pending updates take items and prorations alone.')
      }
      const [item] = items ?? []
      if (item?.price) ledger.switchPrice(subscription, priceOf(ledger, item.price))
      if (item?.quantity !== undefined) {
        if (params.payment_behavior) {
          ledger.buyQuantity(subscription, item.quantity, params.proration_date)
        } else ledger.setQuantity(subscription, item.quantity)
      }
      if (params.metadata) ledger.setMetadata(subscription, params.metadata)
      if (cancels !== undefined) ledger.setCancelAtPeriodEnd(subscription, cancels)
      return params.expand ? withInvoice(subscription) : subscription
    },
  )
  call('DELETE', '/subscriptions/:id', z.strictObject({}), (_, id) => {
    const subscription = subscriptionOf(ledger, id)
    if (subscription.status === 'canceled') subscriptionOf(ledger, '')
    ledger.cancel(subscription)
    return subscription
  })
}
