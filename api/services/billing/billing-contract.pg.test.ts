import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readEnv } from '#api/env.ts'
import { createLog } from '#api/log.ts'
import { createMetrics } from '#api/services/metrics/metrics.ts'
import { insertPayer, testBilling } from '#tests/support/billing.ts'
import { testDatabase } from '#tests/support/database.ts'
import type { Billing } from './billing.ts'
import { checkPrices } from './check-prices.ts'
import { confirmCheckout, endSubscriptions, openPortal, startCheckout } from './checkout.ts'
import { cardsOf, customerOf } from './customers.ts'
import { openBilling } from './open-billing.ts'

// Our contract with Stripe before a payment. It runs against Stripe's test mode if the environment
// has a key, else against the stand-in.
let database: Awaited<ReturnType<typeof testDatabase>>
let billing: Billing
let userId: string
beforeAll(async () => {
  database = await testDatabase()
  const { sql } = database
  billing = process.env.STRIPE_SECRET_KEY
    ? openBilling({
        env: readEnv(process.env),
        sql,
        log: createLog('silent'),
        metrics: createMetrics(),
        publicUrl: 'https://clinidex.example',
        host: '127.0.0.1',
        port: 3000,
      })
    : testBilling(sql)
  userId = await insertPayer(sql)
})
afterAll(() => database.close())

it('both plans are sold as the screens promise', async () => {
  const logged = vi.spyOn(billing.log, 'error')
  await checkPrices(billing)
  expect(logged).not.toHaveBeenCalled()
})

it('an account has one customer, and a checkout and the portal are pages', async () => {
  const customer = await customerOf(billing, userId)
  expect(customer).toMatch(/^cus_/)
  expect(await customerOf(billing, userId)).toBe(customer)
  const pages = [
    await startCheckout(billing, userId, { priceId: 'price_monthly' }),
    // The open checkout session expires, because it could be paid too.
    await startCheckout(billing, userId, { priceId: 'price_annual' }),
    await openPortal(billing, userId),
  ]
  for (const page of pages) expect(page).toMatch(/^https?:\/\//)
  const { data } = await billing.stripe.checkout.sessions.list({ customer, status: 'open' })
  expect(data).toHaveLength(1)
})

it('a checkout that was not paid gives no plan, and one that is nobody’s is not found', async () => {
  await startCheckout(billing, userId, { priceId: 'price_monthly' })
  const customer = await customerOf(billing, userId)
  const { data } = await billing.stripe.checkout.sessions.list({ customer, status: 'open' })
  expect(await confirmCheckout(billing, [userId], data[0]?.id ?? '')).toEqual({
    paid: false,
    subscribed: false,
  })
  const nobodys = confirmCheckout(billing, [userId], 'cs_test_nobodys')
  await expect(nobodys).rejects.toMatchObject({ code: 'not_found' })
})

it('a customer who paid nothing has no card', async () => {
  expect(await cardsOf(billing, await customerOf(billing, userId))).toEqual([])
})

it('an account without a plan has none to end, and no open page after', async () => {
  const customer = await customerOf(billing, userId)
  await startCheckout(billing, userId, { priceId: 'price_monthly' })
  await endSubscriptions(billing, userId)
  const { data } = await billing.stripe.checkout.sessions.list({ customer, status: 'open' })
  expect(data).toEqual([])
})
