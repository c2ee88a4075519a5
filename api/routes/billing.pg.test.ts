import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StandIn } from '#api/services/billing/stand-in/stand-in.ts'
import { type TestApp, testApp } from '#tests/support/app.ts'
import { type Buyer, newBuyer, press, standInOf, urlOf } from '#tests/support/buyer.ts'
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

describe('checkout', () => {
  it.each([
    { priceId: 'price_monthly', tier: 'basic', name: 'Monthly Plan', cents: 29_500 },
    { priceId: 'price_annual', tier: 'premium', name: 'Annual Plan', cents: 299_500 },
  ])('PLAN-06 PLAN-28 paying for $priceId gives the $name', async (row) => {
    const url = await urlOf(await buyer.post('/api/billing/checkout', { priceId: row.priceId }))
    expect(await buyer.entitlement()).toBeUndefined()

    const paid = await press(app, url, 'pay')
    expect(paid.status).toBe(303)
    expect(paid.headers.get('location')).toMatch(
      /^http:\/\/localhost\/payment-success\?session_id=cs_test_/,
    )
    await soon(async () => expect((await buyer.entitlement())?.tier).toBe(row.tier))
    expect(await buyer.entitlement()).toMatchObject({
      status: 'active',
      plan_name: row.name,
      price_cents: row.cents,
      currency: 'usd',
      cancel_at_period_end: false,
    })
  })

  it('PLAN-24 the account sees its plan at once', async () => {
    const before = await app.request('/api/me', { as: 'session', headers: buyer.headers })
    expect(await before.json()).toMatchObject({ role: 'free', subscription: { subscribed: false } })
    await buyer.buy('price_annual')
    const after = await app.request('/api/me', { as: 'session', headers: buyer.headers })
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
    const url = await urlOf(await buyer.post('/api/billing/checkout', request))
    const cancelled = await press(app, url, 'cancel')
    expect(cancelled.headers.get('location')).toBe('http://localhost/search')
    const paid = await press(app, url, 'pay')
    expect(paid.headers.get('location')).toBe('http://localhost/search?upgraded=true')
  })

  it('PLAN-12 sends nobody to another site', async () => {
    for (const successUrl of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      const response = await buyer.post('/api/billing/checkout', {
        priceId: 'price_monthly',
        successUrl,
      })
      expect(response.status).toBe(400)
    }
  })

  it('a declined card buys nothing and can be tried again', async () => {
    const url = await urlOf(await buyer.post('/api/billing/checkout', { priceId: 'price_monthly' }))
    const declined = await press(app, url, 'fail')
    expect(await declined.text()).toContain('Your card was declined.')
    expect((await press(app, url, 'pay')).status).toBe(303)
    expect((await press(app, url, 'pay')).status).toBe(404)
  })

  it('who has a plan is sent to the portal instead of paying twice', async () => {
    await buyer.buy('price_monthly')
    const url = await urlOf(await buyer.post('/api/billing/checkout', { priceId: 'price_annual' }))
    expect(url).toContain('/dev/stripe/portal/')
  })

  it('a second checkout closes the first: two open pages cannot both be paid', async () => {
    const first = await urlOf(
      await buyer.post('/api/billing/checkout', { priceId: 'price_monthly' }),
    )
    const second = await urlOf(
      await buyer.post('/api/billing/checkout', { priceId: 'price_annual' }),
    )
    expect((await press(app, first, 'pay')).status).toBe(404)
    expect((await press(app, second, 'pay')).status).toBe(303)
  })

  it('checkouts begun at the same time share one customer', async () => {
    await Promise.all(
      [1, 2, 3].map(() => buyer.post('/api/billing/checkout', { priceId: 'price_monthly' })),
    )
    const customers = standIn.ledger.state.customers.filter(
      ({ metadata }) => metadata.user_id === buyer.id,
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
    const response = await buyer.post(
      '/api/billing/checkout',
      { priceId: 'price_monthly' },
      headers,
    )
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'demo_restricted' } })
  })

  it('PLAN-11 PLAN-17 says so when Stripe refuses', async () => {
    const refuse = vi.spyOn(standIn.ledger, 'createCustomer').mockImplementation(() => {
      throw new Error('away')
    })
    const response = await buyer.post('/api/billing/portal')
    refuse.mockRestore()
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'billing_unavailable' } })
  })
})

describe('portal', () => {
  it('PLAN-15 opens for who has no plan yet, too', async () => {
    const url = await urlOf(await buyer.post('/api/billing/portal'))
    const page = await app.request(new URL(url).pathname, { as: 'visitor' })
    const text = await page.text()
    expect(text).toContain('There is no plan yet.')
    expect(text).toContain('Test checkout – no money moves')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('a cancelled plan stands until its period ends', async () => {
    await buyer.buy('price_monthly')
    const portal = await buyer.portalButton()
    await press(app, portal, 'cancel')
    await soon(async () => expect((await buyer.entitlement())?.cancel_at_period_end).toBe(true))
    expect(await buyer.entitlement()).toMatchObject({ tier: 'basic', status: 'active' })

    await press(app, portal, 'end')
    await soon(async () => expect((await buyer.entitlement())?.status).toBe('canceled'))
    expect(await buyer.entitlement()).toMatchObject({ tier: 'free', current_period_end: null })
  })

  it('a cancelled plan can be resumed', async () => {
    await buyer.buy('price_monthly')
    const portal = await buyer.portalButton()
    await press(app, portal, 'cancel')
    await soon(async () => expect((await buyer.entitlement())?.cancel_at_period_end).toBe(true))
    await press(app, portal, 'resume')
    await soon(async () => expect((await buyer.entitlement())?.cancel_at_period_end).toBe(false))
  })

  it('PLAN-28 Monthly becomes Annual', async () => {
    await buyer.buy('price_monthly')
    await press(app, await buyer.portalButton(), 'year')
    await soon(async () => expect((await buyer.entitlement())?.tier).toBe('premium'))
    expect(await buyer.entitlement()).toMatchObject({
      plan_name: 'Annual Plan',
      price_cents: 299_500,
    })
  })

  it('a renewal that fails keeps the plan while Stripe tries again, and then ends it', async () => {
    await buyer.buy('price_monthly')
    const portal = await buyer.portalButton()
    await press(app, portal, 'decline')
    await soon(async () => expect((await buyer.entitlement())?.status).toBe('past_due'))
    expect((await buyer.entitlement())?.tier).toBe('basic')
    await press(app, portal, 'end')
    await soon(async () => expect((await buyer.entitlement())?.tier).toBe('free'))
  })

  it('one account cannot touch the plan of another', async () => {
    await buyer.buy('price_monthly')
    const theirs = buyer.plan()
    buyer = await newBuyer(app, 'free@clinidex.test')
    const portal = await urlOf(await buyer.post('/api/billing/portal'))
    expect((await press(app, `${portal}/${theirs.id}`, 'cancel')).status).toBe(404)
    expect(theirs.cancel_at_period_end).toBe(false)
  })
})

describe('confirm', () => {
  it('PLAN-20 makes good for a webhook that is late', async () => {
    const url = await urlOf(await buyer.post('/api/billing/checkout', { priceId: 'price_monthly' }))
    const sessionId = url.split('/').at(-1)
    const unpaid = await buyer.post('/api/billing/confirm', { sessionId })
    expect(await unpaid.json()).toEqual({ paid: false, subscribed: false })
    const { fetch } = globalThis
    const late = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      if (String(input).includes('/api/webhooks/')) throw new TypeError('fetch failed')
      return fetch(input, init)
    })
    await press(app, url, 'pay')
    const paid = await buyer.post('/api/billing/confirm', { sessionId })
    late.mockRestore()
    expect(await paid.json()).toEqual({ paid: true, subscribed: true })
    expect((await buyer.entitlement())?.tier).toBe('basic')
  })

  it('PLAN-33 a session of another account is as unknown as none', async () => {
    const { sessionId } = await buyer.buy('price_monthly')
    const stranger = await app.asUser(`${crypto.randomUUID()}@stranger.test`)
    const theirs = await buyer.post('/api/billing/confirm', { sessionId }, stranger)
    const none = await buyer.post('/api/billing/confirm', { sessionId: 'cs_test_none' }, stranger)
    expect(theirs.status).toBe(404)
    expect(await theirs.text()).toBe(await none.text())
  })
})
