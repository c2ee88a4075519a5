import type { Ledger } from './ledger.ts'
import type { Customer, Price, Session, Subscription } from './objects.ts'
import { found } from './stripe-error.ts'

/** Finds the ledger's objects by id. Each function throws StripeRefusal when there is none. */

export function customerOf({ state }: Ledger, id: string): Customer {
  const customer = state.customers.find((customer) => customer.id === id)
  return found(customer, 'customer', id, 'customer')
}

export function subscriptionOf({ state }: Ledger, id: string): Subscription {
  const subscription = state.subscriptions.find((subscription) => subscription.id === id)
  return found(subscription, 'subscription', id)
}

export function sessionOf({ state }: Ledger, id: string): Session {
  const session = state.sessions.find((session) => session.id === id)
  return found(session, 'checkout.session', id)
}

export function priceOf({ prices }: Ledger, id: string): Price {
  const price = prices.find((price) => price.id === id)
  return found(price, 'price', id, 'price')
}
