import type { Logger } from 'pino'
import Stripe from 'stripe'
import type { PriceName } from '#api/contract/billing.ts'
import type { Sql } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { StandIn } from './stand-in/stand-in.ts'

/** What billing works with: Stripe (or its stand-in) and our tables. */
export interface Billing {
  stripe: Stripe
  /** Signs the webhooks that Stripe sends us. */
  webhookSecret: string
  /** Stripe's ids of the plans on sale. */
  prices: Record<PriceName, string>
  /** Where people reach the app, without a slash at the end. */
  publicUrl: string
  sql: Sql
  log: Logger
  /** Plays Stripe where no key is given; never in production. */
  standIn?: StandIn
}

/**
 * Waits for Stripe.
 * @throws AppError `billing_unavailable` when Stripe is away or refuses.
 */
export async function fromStripe<T>({ log }: Pick<Billing, 'log'>, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // Not the error itself: its fields repeat what was sent, which may name a person.
    const { type, code, statusCode, requestId } = error
    log.error({ stripe: { type, code, statusCode, requestId } }, 'Stripe failed')
    throw new AppError('billing_unavailable', 'The billing service does not answer.', {
      cause: error,
    })
  }
}

/** Whether Stripe says that there is no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
}
