import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signatureOf } from '#api/services/billing/stand-in/deliver.ts'
import type { StandIn } from '#api/services/billing/stand-in/stand-in.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { type Buyer, newBuyer, press, standInOf } from '#tests/support/buyer.ts'
import { soon } from '#tests/support/soon.ts'

let app: TestApp
let standIn: StandIn
beforeAll(async () => {
  app = await testApp({ people: 5 })
  standIn = standInOf(app)
})
afterAll(() => app.close())

/** Each test pays for its own account. */
let buyer: Buyer
beforeEach(async () => {
  buyer = await newBuyer(app)
})

/** Creates an event at Stripe about the account's customer. */
function anEvent() {
  const event = standIn.ledger.state.events.findLast(
    ({ type }) => type === 'customer.subscription.created',
  )
  if (!event) throw new Error('There should be an event.')
  return { ...event, id: `evt_${crypto.randomUUID()}` }
}

function deliver(body: string, signature = signatureOf(body, standIn.webhookSecret)) {
  return app.request('/api/webhooks/stripe', {
    as: 'visitor',
    body,
    headers: { 'Stripe-Signature': signature },
  })
}

it('refuses what Stripe has not signed', async () => {
  await buyer.buy('price_monthly')
  const body = JSON.stringify(anEvent())
  const signature = signatureOf(body, standIn.webhookSecret)
  const tooOld = signatureOf(body, standIn.webhookSecret, Date.now() - 3_600_000)
  const refused = await Promise.all([
    deliver(body, ''),
    deliver(body, signatureOf(body, 'whsec_other')),
    deliver(`${body} `, signature),
    deliver(body, tooOld),
  ])
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  expect((await deliver(body, signature)).status).toBe(200)
})

it.each(['t=1,v1=', 't=1,v1', 't=,v1=', 'v1=', '=', ',', 't=1,v1=\u00ff', 't=NaN,v1=00'])(
  'refuses a signature that is none: %s',
  async (signature) => {
    const response = await deliver('{"id":"evt_1"}', signature)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: { code: 'invalid_input', message: 'The signature does not hold.' },
    })
  },
)

it('a replay has no second effect', async () => {
  await buyer.buy('price_monthly')
  const body = JSON.stringify(anEvent())
  await deliver(body)
  // The change must go unnoticed: Stripe ended the plan without an event.
  buyer.plan().status = 'canceled'
  const changes = await buyer.planChanges()
  expect((await deliver(body)).status).toBe(200)
  expect((await buyer.entitlement())?.tier).toBe('basic')
  expect(await buyer.planChanges()).toBe(changes)
})

it('does not believe the event but asks Stripe', async () => {
  await buyer.buy('price_monthly')
  buyer.plan().status = 'canceled'
  await deliver(JSON.stringify(anEvent()))
  expect(await buyer.entitlement()).toMatchObject({ tier: 'free', status: 'canceled' })
})

it('a plan that Stripe pauses opens nothing until Stripe resumes it', async () => {
  await buyer.buy('price_monthly')
  for (const [type, status, tier] of [
    ['paused', 'paused', 'free'],
    ['resumed', 'active', 'basic'],
  ] as const) {
    buyer.plan().status = status
    await deliver(JSON.stringify({ ...anEvent(), type: `customer.subscription.${type}` }))
    expect(await buyer.entitlement()).toMatchObject({ tier, status })
  }
})

it('of one event delivered many times at once, one is taken in', async () => {
  await buyer.buy('price_monthly')
  await press(app, await buyer.portalButton(), 'year')
  await soon(async () => expect((await buyer.entitlement())?.tier).toBe('premium'))
  const body = JSON.stringify(anEvent())
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => deliver(body)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const [row] = await app.sql`
    select count(*)::int from stripe_events where id = ${JSON.parse(body).id}`
  expect(row?.count).toBe(1)
})

it('traces a change of plan once', async () => {
  await buyer.buy('price_monthly')
  // The purchase caused three events.
  expect(await buyer.planChanges()).toBe(1)
})

it('leaves other events and strangers alone', async () => {
  const event = { ...anEvent(), type: 'charge.refunded' }
  expect((await deliver(JSON.stringify(event))).status).toBe(200)
  const customer = standIn.ledger.createCustomer({ metadata: { user_id: 'nobody' } })
  const foreign = { ...anEvent(), data: { object: { id: 'sub_x', customer: customer.id } } }
  expect((await deliver(JSON.stringify(foreign))).status).toBe(200)
})

it('refuses an event larger than any of Stripe', async () => {
  expect((await deliver('x'.repeat(600 * 1024))).status).toBe(413)
})
