import type { Logger } from 'pino'
import Stripe from 'stripe'
import type { PriceName } from '#api/contract/billing.ts'
import type { Metrics } from '#api/services/metrics/metrics.ts'
import type { Sql } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { StandIn } from './stand-in/stand-in.ts'

/** What billing depends on: Stripe (or its stand-in) and our tables. */
export interface Billing {
  stripe: Stripe
  /** The signing secret of Stripe's webhooks. */
  webhookSecret: string
  /** Stripe's price ids of the plans on sale. */
  prices: Record<PriceName, string>
  /** The app's public URL, without a trailing slash. */
  publicUrl: string
  sql: Sql
  log: Logger
  metrics: Pick<Metrics, 'failed'>
  /** The stand-in, used when no API key is set; never in production. */
  standIn?: StandIn
}

/**
 * Awaits a call to Stripe.
 * @throws AppError `billing_unavailable` when Stripe is unavailable or refuses the call.
 */
export async function fromStripe<T>(
  { log, metrics }: Pick<Billing, 'log' | 'metrics'>,
  call: Promise<T>,
): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // The error itself is not passed on, not even as a cause, which would be logged: its fields and
    // message repeat the request, which may name a person.
    const { type, code, statusCode, requestId } = error
    metrics.failed('stripe')
    log.error({ stripe: { type, code, statusCode, requestId } }, 'Stripe failed')
    throw new AppError('billing_unavailable', 'The billing service does not answer.')
  }
}

/** Whether Stripe answered that the object does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
}
