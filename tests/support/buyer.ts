import { expect } from 'vitest'
import { customerOf } from '#api/services/billing/customers.ts'
import type { StandIn } from '#api/services/billing/stand-in/stand-in.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import type { TestApp } from './app.ts'
import { soon } from './soon.ts'

/** An account that buys plans, from a network of its own because of the rate limits. */
export interface Buyer {
  id: string
  headers: Record<string, string>
  post(path: string, json?: unknown, headers?: Record<string, string>): Promise<Response>
  /** Buys a plan through the checkout's page, and waits for all webhooks. */
  buy(priceId: 'price_monthly' | 'price_annual'): Promise<{ sessionId: string }>
  entitlement(): Promise<EntitlementRow | undefined>
  /** The newest subscription at the stand-in. */
  plan(): ReturnType<StandIn['ledger']['subscribe']>
  /** The portal URL of a form about the newest plan. */
  portalButton(): Promise<string>
  /** How many changes of plan the audit log has. */
  planChanges(): Promise<number>
}

/** The stand-in for Stripe in a test. */
export function standInOf(app: TestApp): StandIn {
  const { standIn } = app.parts.billing
  if (!standIn) throw new Error('The stand-in should play Stripe here.')
  return standIn
}

/** Submits a form of the stand-in's pages. */
export function press(app: TestApp, pageUrl: string, action: string): Promise<Response> {
  return app.request(`${new URL(pageUrl).pathname}/${action}`, { as: 'visitor', method: 'POST' })
}

/** The page that an answer sends to. */
export async function urlOf(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  return ((await response.json()) as { url: string }).url
}

let networks = 0

export async function newBuyer(
  app: TestApp,
  email = `${crypto.randomUUID()}@buyer.test`,
): Promise<Buyer> {
  networks += 1
  const network = `10.0.0.${networks}`
  const headers = await app.asUser(email)
  const [{ id } = { id: '' }] = await app.sql<{ id: string }[]>`
    select id from users where email = ${email}`
  const { ledger } = standInOf(app)
  const post: Buyer['post'] = (path, json = {}, as = headers) =>
    app.request(path, { as: 'session', json, headers: as, network })

  async function entitlement(): Promise<EntitlementRow | undefined> {
    const [row] = await app.sql<EntitlementRow[]>`
      select * from entitlements where user_id = ${id}`
    return row
  }

  function plan(): ReturnType<Buyer['plan']> {
    const isOwn = (customer: string) =>
      ledger.state.customers.find((each) => each.id === customer)?.metadata.user_id === id
    const found = ledger.state.subscriptions.findLast(({ customer }) => isOwn(customer))
    if (!found) throw new Error('There should be a plan.')
    return found
  }

  return {
    id,
    headers,
    post,
    entitlement,
    plan,
    async buy(priceId) {
      const url = await urlOf(await post('/api/billing/checkout', { priceId }))
      await press(app, url, 'pay')
      // Each payment causes several events.
      await soon(() =>
        expect(ledger.state.events.filter((event) => event.pending_webhooks > 0)).toEqual([]),
      )
      expect((await entitlement())?.status).toBe('active')
      return { sessionId: url.split('/').at(-1) ?? '' }
    },
    async portalButton() {
      const portal = await urlOf(await post('/api/billing/portal'))
      const customer = await customerOf(app.parts.billing, id)
      const newest = ledger.state.subscriptions.findLast((each) => each.customer === customer)
      return `${portal}/${newest?.id}`
    },
    async planChanges() {
      const [row] = await app.sql<{ count: number }[]>`
        select count(*)::int from audit_log
        where action = 'plan.change' and subject_id = ${id}`
      return row?.count ?? 0
    },
  }
}
