import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '#api/log.ts'
import { soon } from '#tests/support/soon.ts'
import { openStandIn, type StandIn, type StandInOptions } from './stand-in.ts'

const PRICES = { price_monthly: 'price_monthly', price_annual: 'price_annual' }
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

function open(options: Partial<StandInOptions> = {}): StandIn & { stripe: Stripe } {
  const standIn = openStandIn({
    prices: PRICES,
    publicUrl: 'http://localhost',
    log: createLog('silent'),
    ...options,
  })
  closers.push(standIn.close)
  const stripe = new Stripe(standIn.apiKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(async (url, init) => {
      const { pathname, search } = new URL(String(url))
      return standIn.app.request(`http://localhost${pathname}${search}`, init)
    }),
  })
  return { ...standIn, stripe }
}

describe('API', () => {
  it('refuses a key that is not its own', async () => {
    const { app } = open()
    const response = await app.request('/v1/prices', { headers: { Authorization: 'Bearer sk_x' } })
    expect(response.status).toBe(401)
  })

  it('PLAN-01 PLAN-02 lists the two plans at their prices', async () => {
    const { stripe } = open()
    const { data } = await stripe.prices.list()
    expect(data.map(({ unit_amount, recurring }) => [unit_amount, recurring?.interval])).toEqual([
      [29_500, 'month'],
      [299_500, 'year'],
    ])
    const price = await stripe.prices.retrieve('price_annual', { expand: ['product'] })
    expect(price.product).toMatchObject({ object: 'product', name: 'Annual Plan' })
  })

  it('refuses calls that are not made here, in the form of Stripe', async () => {
    const { stripe } = open()
    await expect(stripe.charges.list()).rejects.toMatchObject({
      statusCode: 404,
      type: 'StripeInvalidRequestError',
      message: 'Unrecognized request URL (GET: /v1/charges).',
    })
    await expect(stripe.customers.del('cus_1')).rejects.toMatchObject({ statusCode: 404 })
  })

  it('refuses parameters that are not used here, naming them', async () => {
    const { stripe } = open()
    await expect(
      stripe.customers.create({ email: 'a@buyer.test', phone: '1' }),
    ).rejects.toMatchObject({ code: 'parameter_unknown', param: 'phone', statusCode: 400 })
    const { id: customer } = await stripe.customers.create({ email: 'a@buyer.test' })
    const session = { mode: 'subscription', customer, success_url: 'http://localhost/' } as const
    await expect(
      stripe.checkout.sessions.create({
        ...session,
        line_items: [{ price: 'price_monthly', quantity: 1, tax_rates: ['x'] }],
      }),
    ).rejects.toMatchObject({ param: 'line_items[0][tax_rates]' })
    await expect(
      stripe.checkout.sessions.create({ ...session, line_items: [{ price: 'none', quantity: 1 }] }),
    ).rejects.toMatchObject({ code: 'resource_missing', param: 'price' })
    await expect(
      stripe.checkout.sessions.create({ ...session, mode: 'payment' }),
    ).rejects.toMatchObject({ statusCode: 400 })
  })

  it('a repeated idempotency key does nothing again', async () => {
    const { stripe, ledger } = open()
    const make = () => stripe.customers.create({ email: 'a@buyer.test' }, { idempotencyKey: 'k' })
    expect((await make()).id).toBe((await make()).id)
    expect(ledger.state.customers).toHaveLength(1)
  })

  it('pages through lists, newest first', async () => {
    const { stripe, ledger } = open()
    for (let index = 0; index < 25; index++) ledger.createCustomer({ name: String(index) })
    const events = await stripe.events.list({ limit: 10 }).autoPagingToArray({ limit: 100 })
    const names = events.map(({ data }) => (data.object as Stripe.Customer).name)
    expect(names).toEqual(Array.from({ length: 25 }, (_, index) => String(24 - index)))
  })

  it('changes a subscription, ends it, and refuses what is no longer there', async () => {
    const { stripe, ledger } = open()
    const { id } = ledger.subscribe(ledger.createCustomer({}).id, 'price_monthly')
    const changed = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect(changed.cancel_at).toBe(changed.items.data[0]?.current_period_end)
    expect((await stripe.subscriptions.cancel(id)).status).toBe('canceled')
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({
      code: 'resource_missing',
    })
  })
})

describe('time', () => {
  it('renews at the end of the period, and ends a cancelled plan', async () => {
    let now = Date.UTC(2026, 0, 31)
    const { stripe, ledger } = open({ now: () => now })
    const customer = ledger.createCustomer({}).id
    const { id } = ledger.subscribe(customer, 'price_monthly')
    const endOf = async () => {
      const { items, status } = await stripe.subscriptions.retrieve(id)
      return [new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString(), status]
    }
    expect(await endOf()).toEqual(['2026-02-28T00:00:00.000Z', 'active'])
    now = Date.UTC(2026, 2, 1)
    expect(await endOf()).toEqual(['2026-03-28T00:00:00.000Z', 'active'])
    expect(ledger.invoicesOf(customer)).toHaveLength(2)

    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    now = Date.UTC(2026, 3, 1)
    expect((await endOf())[1]).toBe('canceled')
  })

  it('an unpaid checkout expires after a day', async () => {
    let now = Date.UTC(2026, 0, 1)
    const { stripe, ledger, app } = open({ now: () => now })
    const { id: customer } = ledger.createCustomer({})
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      success_url: 'http://localhost/done',
      line_items: [{ price: 'price_monthly', quantity: 1 }],
    })
    now += 25 * 3_600_000
    expect((await app.request(`/checkout/${session.id}/pay`, { method: 'POST' })).status).toBe(404)
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
  })
})

describe('webhooks', () => {
  /** A webhook receiver that answers deliveries with these statuses in turn. */
  async function receiver(...statuses: number[]) {
    const bodies: { body: string; signature: string }[] = []
    const server: Server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => {
        bodies.push({ body, signature: String(request.headers['stripe-signature']) })
        response.statusCode = statuses.shift() ?? 200
        response.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, bodies }
  }

  it('are signed so that the library of Stripe believes them', async () => {
    const { url, bodies } = await receiver()
    const { ledger, stripe, webhookSecret } = open({ webhookUrl: url })
    ledger.createCustomer({ name: 'Zoë' })
    await soon(() => expect(bodies).toHaveLength(1))
    const [{ body, signature } = { body: '', signature: '' }] = bodies
    const event = await stripe.webhooks.constructEventAsync(body, signature, webhookSecret)
    expect(event.type).toBe('customer.created')
  })

  it('are repeated until they are taken', async () => {
    const { url, bodies } = await receiver(500, 502)
    const { ledger } = open({ webhookUrl: url })
    ledger.createCustomer({})
    await soon(() => expect(ledger.state.events[0]?.pending_webhooks).toBe(0))
    expect(bodies).toHaveLength(3)
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(1)
  })

  it('outlive a restart, as the books do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clinidex-stripe-'))
    closers.push(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'stripe.json')
    const first = open({ file })
    const { id } = first.ledger.createCustomer({})
    first.close()

    const { url, bodies } = await receiver()
    const second = open({ file, webhookUrl: url })
    expect((await second.stripe.customers.retrieve(id)).id).toBe(id)
    await soon(() => expect(bodies).toHaveLength(1))
  })
})
