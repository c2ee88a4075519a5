import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { customerOf } from '#api/services/billing/customers.ts'
import { signatureOf } from '#api/services/billing/stand-in/deliver.ts'
import type { StandIn } from '#api/services/billing/stand-in/stand-in.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { soon } from '#tests/support/soon.ts'

let app: TestApp
let standIn: StandIn
beforeAll(async () => {
  app = await testApp({ people: 5 })
  const opened = app.parts.billing.standIn
  if (!opened) throw new Error('The stand-in should play Stripe here.')
  standIn = opened
})
afterAll(() => app.close())

/** Each test pays for an account of its own. */
let user: { id: string; headers: Record<string, string> }
let network = ''
let networks = 0
beforeEach(async () => {
  const email = `${crypto.randomUUID()}@buyer.test`
  // And from a network of its own, because of the rate limits.
  networks += 1
  network = `10.0.0.${networks}`
  const headers = await app.asUser(email)
  const [row] = await app.sql<{ id: string }[]>`select id from users where email = ${email}`
  user = { id: row?.id ?? '', headers }
})

function post(path: string, json: unknown = {}, headers = user.headers) {
  return app.request(path, { as: 'session', json, headers, network })
}

async function urlOf(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  return ((await response.json()) as { url: string }).url
}

/** Submits a form of the stand-in's pages. */
function press(pageUrl: string, action: string): Promise<Response> {
  return app.request(`${new URL(pageUrl).pathname}/${action}`, { as: 'visitor', method: 'POST' })
}

async function entitlement(userId = user.id): Promise<EntitlementRow | undefined> {
  const [row] = await app.sql<EntitlementRow[]>`
    select * from entitlements where user_id = ${userId}`
  return row
}

/** Waits until all webhooks are delivered: each payment causes several events. */
const delivered = () =>
  soon(() =>
    expect(standIn.ledger.state.events.filter((event) => event.pending_webhooks > 0)).toEqual([]),
  )

async function buy(priceId: 'price_monthly' | 'price_annual'): Promise<{ sessionId: string }> {
  const url = await urlOf(await post('/api/billing/checkout', { priceId }))
  await press(url, 'pay')
  await delivered()
  expect((await entitlement())?.status).toBe('active')
  return { sessionId: url.split('/').at(-1) ?? '' }
}

/** The portal URL of a form about the newest plan. */
async function portalButton(): Promise<string> {
  const portal = await urlOf(await post('/api/billing/portal'))
  const customer = await customerOf(app.parts.billing, user.id)
  const plan = standIn.ledger.state.subscriptions.findLast((each) => each.customer === customer)
  return `${portal}/${plan?.id}`
}

function plan(): ReturnType<StandIn['ledger']['subscribe']> {
  const found = standIn.ledger.state.subscriptions.findLast(
    (each) =>
      standIn.ledger.state.customers.find(({ id }) => id === each.customer)?.metadata.user_id ===
      user.id,
  )
  if (!found) throw new Error('There should be a plan.')
  return found
}

async function planChanges(): Promise<number> {
  const [row] = await app.sql<{ count: number }[]>`
    select count(*)::int from audit_log
    where action = 'plan.change' and subject_id = ${user.id}`
  return row?.count ?? 0
}

describe('checkout', () => {
  it.each([
    { priceId: 'price_monthly', tier: 'basic', name: 'Monthly Plan', cents: 29_500 },
    { priceId: 'price_annual', tier: 'premium', name: 'Annual Plan', cents: 299_500 },
  ])('PLAN-06 PLAN-28 paying for $priceId gives the $name', async (row) => {
    const url = await urlOf(await post('/api/billing/checkout', { priceId: row.priceId }))
    expect(await entitlement()).toBeUndefined()

    const paid = await press(url, 'pay')
    expect(paid.status).toBe(303)
    expect(paid.headers.get('location')).toMatch(
      /^http:\/\/localhost\/payment-success\?session_id=cs_test_/,
    )
    await soon(async () => expect((await entitlement())?.tier).toBe(row.tier))
    expect(await entitlement()).toMatchObject({
      status: 'active',
      plan_name: row.name,
      price_cents: row.cents,
      currency: 'usd',
      cancel_at_period_end: false,
    })
  })

  it('PLAN-24 the account sees its plan at once', async () => {
    const before = await app.request('/api/me', { as: 'session', headers: user.headers })
    expect(await before.json()).toMatchObject({ role: 'free', subscription: { subscribed: false } })
    await buy('price_annual')
    const after = await app.request('/api/me', { as: 'session', headers: user.headers })
    expect(await after.json()).toMatchObject({
      role: 'subscriber',
      subscription: {
        subscribed: true,
        tier: 'premium',
        plan_name: 'Annual Plan',
        price_amount: 2995,
        currency: 'usd',
        billing_interval: 'year',
      },
    })
  })

  it('PLAN-12 comes back to the pages the caller names', async () => {
    const request = {
      priceId: 'price_monthly',
      mode: 'subscription',
      successUrl: '/search?upgraded=true',
      cancelUrl: '/search',
    }
    const url = await urlOf(await post('/api/billing/checkout', request))
    const cancelled = await press(url, 'cancel')
    expect(cancelled.headers.get('location')).toBe('http://localhost/search')
    const paid = await press(url, 'pay')
    expect(paid.headers.get('location')).toBe('http://localhost/search?upgraded=true')
  })

  it('PLAN-12 sends nobody to another site', async () => {
    for (const successUrl of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const response = await post('/api/billing/checkout', {
        priceId: 'price_monthly',
        successUrl,
      })
      expect(response.status).toBe(400)
    }
  })

  it('a declined card buys nothing and can be tried again', async () => {
    const url = await urlOf(await post('/api/billing/checkout', { priceId: 'price_monthly' }))
    const declined = await press(url, 'fail')
    expect(await declined.text()).toContain('Your card was declined.')
    expect((await press(url, 'pay')).status).toBe(303)
    expect((await press(url, 'pay')).status).toBe(404)
  })

  it('who has a plan is sent to the portal instead of paying twice', async () => {
    await buy('price_monthly')
    const url = await urlOf(await post('/api/billing/checkout', { priceId: 'price_annual' }))
    expect(url).toContain('/dev/stripe/portal/')
  })

  it('a second checkout closes the first: two open pages cannot both be paid', async () => {
    const first = await urlOf(await post('/api/billing/checkout', { priceId: 'price_monthly' }))
    const second = await urlOf(await post('/api/billing/checkout', { priceId: 'price_annual' }))
    expect((await press(first, 'pay')).status).toBe(404)
    expect((await press(second, 'pay')).status).toBe(303)
  })

  it('checkouts begun at the same time share one customer', async () => {
    await Promise.all(
      [1, 2, 3].map(() => post('/api/billing/checkout', { priceId: 'price_monthly' })),
    )
    const customers = standIn.ledger.state.customers.filter(
      ({ metadata }) => metadata.user_id === user.id,
    )
    expect(customers).toHaveLength(1)
  })

  it('PLAN-07 PLAN-16 asks a visitor to sign in', async () => {
    for (const path of ['checkout', 'portal', 'confirm']) {
      const json = { checkout: { priceId: 'price_monthly' }, confirm: { sessionId: 'x' } }[path]
      const response = await app.request(`/api/billing/${path}`, {
        as: 'visitor',
        json: json ?? {},
      })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ error: { code: 'authentication_required' } })
    }
  })

  it('nobody pays for the shared demo account', async () => {
    const headers = await app.asUser('demo@clinidex.test')
    const response = await post('/api/billing/checkout', { priceId: 'price_monthly' }, headers)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'demo_restricted' } })
  })

  it('PLAN-11 PLAN-17 says so when Stripe refuses', async () => {
    const refuse = vi.spyOn(standIn.ledger, 'createCustomer').mockImplementation(() => {
      throw new Error('away')
    })
    const response = await post('/api/billing/portal')
    refuse.mockRestore()
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'billing_unavailable' } })
  })
})

describe('portal', () => {
  it('PLAN-15 opens for who has no plan yet, too', async () => {
    const url = await urlOf(await post('/api/billing/portal'))
    const page = await app.request(new URL(url).pathname, { as: 'visitor' })
    const text = await page.text()
    expect(text).toContain('There is no plan yet.')
    expect(text).toContain('Test checkout – no money moves')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('a cancelled plan stands until its period ends', async () => {
    await buy('price_monthly')
    const portal = await portalButton()
    await press(portal, 'cancel')
    await soon(async () => expect((await entitlement())?.cancel_at_period_end).toBe(true))
    expect(await entitlement()).toMatchObject({ tier: 'basic', status: 'active' })

    await press(portal, 'end')
    await soon(async () => expect((await entitlement())?.status).toBe('canceled'))
    expect(await entitlement()).toMatchObject({ tier: 'free', current_period_end: null })
  })

  it('a cancelled plan can be resumed', async () => {
    await buy('price_monthly')
    const portal = await portalButton()
    await press(portal, 'cancel')
    await soon(async () => expect((await entitlement())?.cancel_at_period_end).toBe(true))
    await press(portal, 'resume')
    await soon(async () => expect((await entitlement())?.cancel_at_period_end).toBe(false))
  })

  it('PLAN-28 Monthly becomes Annual', async () => {
    await buy('price_monthly')
    await press(await portalButton(), 'year')
    await soon(async () => expect((await entitlement())?.tier).toBe('premium'))
    expect(await entitlement()).toMatchObject({ plan_name: 'Annual Plan', price_cents: 299_500 })
  })

  it('a renewal that fails keeps the plan while Stripe tries again, and then ends it', async () => {
    await buy('price_monthly')
    const portal = await portalButton()
    await press(portal, 'decline')
    await soon(async () => expect((await entitlement())?.status).toBe('past_due'))
    expect((await entitlement())?.tier).toBe('basic')
    await press(portal, 'end')
    await soon(async () => expect((await entitlement())?.tier).toBe('free'))
  })

  it('one account cannot touch the plan of another', async () => {
    await buy('price_monthly')
    const theirs = plan()
    user = { id: 'free', headers: await app.asUser('free@clinidex.test') }
    const portal = await urlOf(await post('/api/billing/portal'))
    expect((await press(`${portal}/${theirs.id}`, 'cancel')).status).toBe(404)
    expect(theirs.cancel_at_period_end).toBe(false)
  })
})

describe('confirm', () => {
  it('PLAN-20 makes good for a webhook that is late', async () => {
    const url = await urlOf(await post('/api/billing/checkout', { priceId: 'price_monthly' }))
    const sessionId = url.split('/').at(-1)
    const unpaid = await post('/api/billing/confirm', { sessionId })
    expect(await unpaid.json()).toEqual({ paid: false, subscribed: false })
    const { fetch } = globalThis
    const late = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (String(input).includes('/api/webhooks/')) throw new TypeError('fetch failed')
      return fetch(input, init)
    })
    await press(url, 'pay')
    const paid = await post('/api/billing/confirm', { sessionId })
    late.mockRestore()
    expect(await paid.json()).toEqual({ paid: true, subscribed: true })
    expect((await entitlement())?.tier).toBe('basic')
  })

  it('PLAN-33 a session of another account is as unknown as none', async () => {
    const { sessionId } = await buy('price_monthly')
    const stranger = await app.asUser(`${crypto.randomUUID()}@stranger.test`)
    const theirs = await post('/api/billing/confirm', { sessionId }, stranger)
    const none = await post('/api/billing/confirm', { sessionId: 'cs_test_none' }, stranger)
    expect(theirs.status).toBe(404)
    expect(await theirs.text()).toBe(await none.text())
  })
})

describe('webhook', () => {
  /** An event at Stripe about the account's customer. */
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
    await buy('price_monthly')
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
    await buy('price_monthly')
    const body = JSON.stringify(anEvent())
    await deliver(body)
    // A change that must go unnoticed: a plan that Stripe ended without an event.
    plan().status = 'canceled'
    const changes = await planChanges()
    expect((await deliver(body)).status).toBe(200)
    expect((await entitlement())?.tier).toBe('basic')
    expect(await planChanges()).toBe(changes)
  })

  it('does not believe the event but asks Stripe', async () => {
    await buy('price_monthly')
    plan().status = 'canceled'
    await deliver(JSON.stringify(anEvent()))
    expect(await entitlement()).toMatchObject({ tier: 'free', status: 'canceled' })
  })

  it('a plan that Stripe pauses opens nothing until Stripe resumes it', async () => {
    await buy('price_monthly')
    for (const [type, status, tier] of [
      ['paused', 'paused', 'free'],
      ['resumed', 'active', 'basic'],
    ] as const) {
      plan().status = status
      await deliver(JSON.stringify({ ...anEvent(), type: `customer.subscription.${type}` }))
      expect(await entitlement()).toMatchObject({ tier, status })
    }
  })

  it('of one event delivered many times at once, one is taken in', async () => {
    await buy('price_monthly')
    await press(await portalButton(), 'year')
    await soon(async () => expect((await entitlement())?.tier).toBe('premium'))
    const body = JSON.stringify(anEvent())
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => deliver(body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const [row] = await app.sql`
      select count(*)::int from stripe_events where id = ${JSON.parse(body).id}`
    expect(row?.count).toBe(1)
  })

  it('traces a change of plan once', async () => {
    await buy('price_monthly')
    // It caused three events.
    expect(await planChanges()).toBe(1)
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
})
