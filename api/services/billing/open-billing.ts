import { join } from 'node:path'
import type { Logger } from 'pino'
import Stripe from 'stripe'
import type { Env } from '#api/env.ts'
import type { Sql } from '#db/client.ts'
import type { Billing } from './billing.ts'
import { openStandIn } from './stand-in/stand-in.ts'

/** The timeout of one request to Stripe. */
const TIMEOUT_MS = 10_000

export interface OpenBillingOptions {
  env: Pick<
    Env,
    | 'NODE_ENV'
    | 'DATA_DIR'
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
    | 'STRIPE_PRICE_MONTHLY'
    | 'STRIPE_PRICE_ANNUAL'
  >
  sql: Sql
  log: Logger
  metrics: Billing['metrics']
  /** The app's public URL. */
  publicUrl: string
  /**
   * The address where this process listens: it calls the stand-in there, which delivers its
   * webhooks there.
   */
  host: string
  port: number
}

/**
 * Opens billing with Stripe or, without a key outside production, with the stand-in, which Stripe's
 * library calls over HTTP in the same way.
 */
export function openBilling({ env, ...options }: OpenBillingOptions): Billing {
  const publicUrl = options.publicUrl.replace(/\/$/, '')
  const { sql, log, metrics } = options
  const prices = { price_monthly: env.STRIPE_PRICE_MONTHLY, price_annual: env.STRIPE_PRICE_ANNUAL }
  const common = { prices, publicUrl, sql, log, metrics }
  if (env.STRIPE_SECRET_KEY) {
    const stripe = new Stripe(env.STRIPE_SECRET_KEY, { timeout: TIMEOUT_MS, maxNetworkRetries: 2 })
    const webhookSecret = env.STRIPE_WEBHOOK_SECRET ?? ''
    return { ...common, stripe, webhookSecret }
  }
  if (env.NODE_ENV === 'production') throw new Error('STRIPE_SECRET_KEY is needed in production.')

  const loopbackUrl = loopbackOf(options)
  const standIn = openStandIn({
    prices,
    publicUrl,
    webhookUrl: `${loopbackUrl}/api/webhooks/stripe`,
    file: join(env.DATA_DIR, 'stripe.json'),
    log,
  })
  const stripe = new Stripe(standIn.apiKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    // The library accepts a host but no path prefix.
    httpClient: Stripe.createFetchHttpClient((url, init) => {
      const { pathname, search } = new URL(String(url))
      return fetch(`${loopbackUrl}/dev/stripe${pathname}${search}`, init)
    }),
  })
  return { ...common, stripe, webhookSecret: standIn.webhookSecret, standIn }
}

/** A server that listens on every address is reached by the loopback address. */
function loopbackOf({ host, port }: { host: string; port: number }): string {
  const isEvery = host === '0.0.0.0' || host === '::'
  const name = isEvery ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
