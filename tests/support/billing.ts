import Stripe from 'stripe'
import { createLog } from '#api/log.ts'
import type { Billing } from '#api/services/billing/billing.ts'
import { openStandIn, type StandIn } from '#api/services/billing/stand-in/stand-in.ts'
import type { Sql } from '#db/client.ts'

const PRICES = { price_monthly: 'price_monthly', price_annual: 'price_annual' }

/**
 * Billing with an in-process stand-in: Stripe's library calls it without a network, and it sends no
 * webhook events by itself.
 */
export function testBilling(
  sql: Sql,
  { now }: { now?: () => number } = {},
): Billing & { standIn: StandIn } {
  const log = createLog('silent')
  const publicUrl = 'http://localhost'
  const standIn = openStandIn({ prices: PRICES, publicUrl, log, ...(now ? { now } : {}) })
  const stripe = new Stripe(standIn.apiKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(async (url, init) => {
      const { pathname, search } = new URL(String(url))
      return standIn.app.request(`http://localhost${pathname}${search}`, init)
    }),
  })
  const { webhookSecret } = standIn
  return { stripe, webhookSecret, prices: PRICES, publicUrl, sql, log, standIn }
}

/** Inserts an account that can pay. @returns its id. */
export async function insertPayer(sql: Sql): Promise<string> {
  const id = crypto.randomUUID()
  await sql`
    insert into users (id, name, email, email_verified)
    values (${id}, 'Payer', ${`${id}@payer.test`}, true)`
  return id
}
