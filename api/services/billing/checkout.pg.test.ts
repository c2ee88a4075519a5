import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Env, readEnv } from '#api/env.ts'
import { createLog } from '#api/log.ts'
import { deleteAccount } from '#api/services/accounts/account.ts'
import { createMetrics } from '#api/services/metrics/metrics.ts'
import { insertPayer, insertTeam, testBilling } from '#tests/support/billing.ts'
import { testDatabase } from '#tests/support/database.ts'
import { figureOf } from '#tests/support/figure-of.ts'
import { soon } from '#tests/support/soon.ts'
import type { Billing } from './billing.ts'
import { checkPrices } from './check-prices.ts'
import {
  confirmCheckout,
  endLatePlans,
  endSubscriptions,
  openPortal,
  startCheckout,
} from './checkout.ts'
import { customerOf } from './customers.ts'
import { openBilling } from './open-billing.ts'
import { signatureOf } from './stand-in/deliver.ts'
import { receiveEvent } from './webhook.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('customerOf', () => {
  it('makes one customer for two tabs', async () => {
    const billing = testBilling(database.sql)
    const userId = await insertPayer(database.sql)
    const ids = await Promise.all([customerOf(billing, userId), customerOf(billing, userId)])
    expect(billing.standIn.ledger.state.customers.map(({ id }) => id)).toEqual([ids[0]])
    expect(ids[1]).toBe(ids[0])
  })

  it('locks nothing while Stripe is asked', async () => {
    const billing = testBilling(database.sql)
    const { customers } = billing.stripe
    const userId = await insertPayer(database.sql)
    const create = customers.create.bind(customers)
    const rename = () =>
      database.sql.begin(async (tx) => {
        await tx`set local lock_timeout = '500ms'`
        await tx`update users set name = 'Renamed' where id = ${userId}`
      })
    vi.spyOn(customers, 'create').mockImplementationOnce((async (
      ...asked: Parameters<typeof create>
    ) => {
      await rename()
      return create(...asked)
    }) as unknown as typeof create)
    expect(await customerOf(billing, userId)).toMatch(/^cus_/)
  })

  it('has none for an account that is gone', async () => {
    const billing = testBilling(database.sql)
    await expect(customerOf(billing, crypto.randomUUID())).rejects.toMatchObject({
      code: 'authentication_required',
    })
    expect(billing.standIn.ledger.state.customers).toEqual([])
  })
})

describe('an account whose deletion is not committed yet', () => {
  it('gets no customer: the deletion is waited for', async () => {
    const billing = testBilling(database.sql)
    const userId = await insertPayer(database.sql)
    const deleting = await database.sql.reserve()
    await deleting`begin`
    const [{ pid } = { pid: 0 }] = await deleting<{ pid: number }[]>`select pg_backend_pid() as pid`
    await deleting`delete from users where id = ${userId}`
    const made = expect(customerOf(billing, userId)).rejects.toMatchObject({
      code: 'authentication_required',
    })
    await soon(async () => {
      const waiting = await database.sql`
        select from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`
      expect(waiting).toHaveLength(1)
    })
    await deleting`commit`
    deleting.release()
    await made
  })
})

describe('two checkout pages that are both paid', () => {
  async function payTwice() {
    const billing = testBilling(database.sql)
    const { ledger } = billing.standIn
    const userId = await insertPayer(database.sql)
    const other = await insertPayer(database.sql)
    ledger.subscribe(await customerOf(billing, other), 'price_annual')
    const customer = await customerOf(billing, userId)
    // Each new checkout session expires the open ones, but two tabs may create one at the same
    // time.
    vi.spyOn(billing.stripe.checkout.sessions, 'list').mockResolvedValue({ data: [] } as never)
    await startCheckout(billing, userId, { priceId: 'price_monthly' })
    await startCheckout(billing, userId, { priceId: 'price_monthly' })
    const sessions = ledger.state.sessions.filter((each) => each.customer === customer)
    for (const session of sessions) ledger.pay(session)
    const logged = vi.spyOn(billing.log, 'error').mockReturnValue(undefined)
    const standing = () =>
      ledger.state.subscriptions.flatMap(({ customer: whose, status }) =>
        status === 'active' ? whose === customer : [],
      )
    return { billing, ledger, userId, sessions, logged, standing }
  }

  it('leave one plan, by the webhooks of both at once, and tell of the refund', async () => {
    const { billing, ledger, logged, standing } = await payTwice()
    expect(standing()).toEqual([false, true, true])
    const completed = ledger.state.events.filter(
      ({ type }) => type === 'checkout.session.completed',
    )
    await Promise.all(
      completed.map((event) => {
        const body = JSON.stringify(event)
        return receiveEvent(billing, body, signatureOf(body, billing.webhookSecret))
      }),
    )
    expect(standing()).toEqual([false, true])
    expect(logged).toHaveBeenCalledTimes(1)
    expect(logged.mock.calls[0]?.[1]).toContain('refund')
  })

  it('leave one plan when the person is back before the webhooks', async () => {
    const { billing, userId, sessions, standing } = await payTwice()
    const confirmed = await confirmCheckout(billing, [userId], sessions[1]?.id ?? '')
    expect(confirmed).toEqual({ paid: true, subscribed: true })
    expect(standing()).toEqual([false, true])
  })
})

it.each([
  ['active', 'portal'],
  ['trialing', 'portal'],
  ['past_due', 'portal'],
  ['unpaid', 'portal'],
  ['paused', 'portal'],
  ['canceled', 'checkout'],
  ['incomplete_expired', 'checkout'],
] as const)('a plan that is %s leads to the %s', async (status, page) => {
  const billing = testBilling(database.sql)
  const userId = await insertPayer(database.sql)
  const customer = await customerOf(billing, userId)
  Object.assign(billing.standIn.ledger.subscribe(customer, 'price_monthly'), { status })
  const url = await startCheckout(billing, userId, { priceId: 'price_annual' })
  expect(url).toContain(`/${page}/`)
})

describe('endSubscriptions', () => {
  it('ends what is paid and what could still be paid, and nothing of anybody else', async () => {
    const billing = testBilling(database.sql)
    const { ledger } = billing.standIn
    const [leaving, staying] = [await insertPayer(database.sql), await insertPayer(database.sql)]
    const kept = ledger.subscribe(await customerOf(billing, staying), 'price_monthly')
    await startCheckout(billing, leaving, { priceId: 'price_annual' })
    const ended = ledger.subscribe(await customerOf(billing, leaving), 'price_monthly')

    await endSubscriptions(billing, leaving)
    expect([ended.status, kept.status]).toEqual(['canceled', 'active'])
    expect(ledger.state.sessions.map(({ status }) => status)).toEqual(['expired'])
    await endSubscriptions(billing, leaving)
  })

  it('asks nothing of Stripe for an account that never paid', async () => {
    const billing = testBilling(database.sql)
    await endSubscriptions(billing, await insertPayer(database.sql))
    expect(billing.standIn.ledger.state.events).toEqual([])
  })
})

describe('an account that is deleted while a checkout begins', () => {
  const remove = (billing: Billing, id: string) =>
    deleteAccount(billing, { actor: { id }, network: '' }, id)

  it('leaves none to pay that was made after the deletion', async () => {
    const billing = testBilling(database.sql)
    const { sessions } = billing.stripe.checkout
    const userId = await insertPayer(database.sql)
    const create = sessions.create.bind(sessions)
    vi.spyOn(sessions, 'create').mockImplementationOnce((async (
      ...asked: Parameters<typeof create>
    ) => {
      await remove(billing, userId)
      return create(...asked)
    }) as unknown as typeof create)
    await expect(startCheckout(billing, userId, { priceId: 'price_annual' })).rejects.toMatchObject(
      { code: 'authentication_required' },
    )
    expect(billing.standIn.ledger.state.sessions.map(({ status }) => status)).toEqual(['expired'])
  })

  it('leaves none to pay that was made since its open sessions were read', async () => {
    const billing = testBilling(database.sql)
    const { subscriptions } = billing.stripe
    const userId = await insertPayer(database.sql)
    await customerOf(billing, userId)
    const list = subscriptions.list.bind(subscriptions)
    vi.spyOn(subscriptions, 'list').mockImplementationOnce((async (
      ...asked: Parameters<typeof list>
    ) => {
      expect(await startCheckout(billing, userId, { priceId: 'price_annual' })).toMatch(/^http/)
      return list(...asked)
    }) as unknown as typeof list)
    expect(await remove(billing, userId)).toBe(true)
    expect(billing.standIn.ledger.state.sessions.map(({ status }) => status)).toEqual(['expired'])
  })

  it('ends a plan that nobody paid, and tells of no refund', async () => {
    const billing = testBilling(database.sql)
    const userId = await insertPayer(database.sql)
    const customer = await customerOf(billing, userId)
    const plan = billing.standIn.ledger.subscribe(customer, 'price_monthly')
    Object.assign(plan, { status: 'unpaid' })
    const logged = vi.spyOn(billing.log, 'error').mockReturnValue(undefined)
    await endLatePlans(billing, customer)
    expect(plan.status).toBe('canceled')
    expect(logged).not.toHaveBeenCalled()
  })

  it('ends a plan that was paid meanwhile, and tells of the refund', async () => {
    const billing = testBilling(database.sql)
    const { ledger } = billing.standIn
    const userId = await insertPayer(database.sql)
    const customer = await customerOf(billing, userId)
    const logged = vi.spyOn(billing.log, 'error').mockReturnValue(undefined)
    const { subscriptions } = billing.stripe
    const list = subscriptions.list.bind(subscriptions)
    vi.spyOn(subscriptions, 'list').mockImplementationOnce((async (
      ...asked: Parameters<typeof list>
    ) => {
      const before = await list(...asked)
      ledger.subscribe(customer, 'price_monthly')
      return before
    }) as unknown as typeof list)
    expect(await remove(billing, userId)).toBe(true)
    expect(ledger.state.subscriptions.map(({ status }) => status)).toEqual(['canceled'])
    expect(logged.mock.calls.map((call) => call.at(-1))).toEqual([
      'A deleted account had paid, and its plan ended: refund it',
    ])
  })

  it('takes a session that the other of the two has expired for expired', async () => {
    const billing = testBilling(database.sql)
    const { sessions } = billing.stripe.checkout
    const userId = await insertPayer(database.sql)
    await startCheckout(billing, userId, { priceId: 'price_annual' })
    const expire = sessions.expire.bind(sessions)
    vi.spyOn(sessions, 'expire').mockImplementationOnce((async (
      ...asked: Parameters<typeof expire>
    ) => {
      await expire(...asked)
      return expire(...asked)
    }) as unknown as typeof expire)
    const logged = vi.spyOn(billing.log, 'error').mockReturnValue(undefined)
    expect(await remove(billing, userId)).toBe(true)
    expect(billing.standIn.ledger.state.sessions.map(({ status }) => status)).toEqual(['expired'])
    expect(logged).not.toHaveBeenCalled()
  })

  it('takes a plan that another request has cancelled for cancelled, and ends the others', async () => {
    const billing = testBilling(database.sql)
    const { ledger } = billing.standIn
    const userId = await insertPayer(database.sql)
    const customer = await customerOf(billing, userId)
    for (const price of ['price_monthly', 'price_annual']) ledger.subscribe(customer, price)
    const { subscriptions } = billing.stripe
    const cancel = subscriptions.cancel.bind(subscriptions)
    vi.spyOn(subscriptions, 'cancel').mockImplementationOnce((async (
      ...asked: Parameters<typeof cancel>
    ) => {
      await cancel(...asked)
      return cancel(...asked)
    }) as unknown as typeof cancel)
    expect(await remove(billing, userId)).toBe(true)
    const left = ledger.state.subscriptions.map(({ status }) => status)
    expect(left).toEqual(['canceled', 'canceled'])
  })

  it('is not there to delete where the id is of a team, whose plan stays', async () => {
    const billing = testBilling(database.sql)
    const team = await insertTeam(database.sql)
    const plan = billing.standIn.ledger.subscribe(
      await customerOf(billing, team.id),
      'price_monthly',
    )
    expect(await remove(billing, team.id)).toBe(false)
    expect(plan.status).toBe('active')
    expect(await customerOf(billing, team.id)).toBe(plan.customer)
  })

  it('is deleted, and it is logged, when Stripe is away for the last look', async () => {
    const billing = testBilling(database.sql)
    const userId = await insertPayer(database.sql)
    await customerOf(billing, userId)
    const { sessions } = billing.stripe.checkout
    const logged = vi.spyOn(billing.log, 'error').mockReturnValue(undefined)
    const list = sessions.list.bind(sessions)
    vi.spyOn(sessions, 'list')
      .mockImplementationOnce(list as typeof sessions.list)
      .mockRejectedValueOnce(new Error('away'))
    expect(await remove(billing, userId)).toBe(true)
    expect(logged.mock.calls.map((call) => call.at(-1))).toContain(
      'A deleted account may have a plan: end it',
    )
  })
})

describe('openBilling', () => {
  const metrics = createMetrics()
  const open = (env: Partial<Env>) =>
    openBilling({
      env: { ...readEnv({ NODE_ENV: 'test', DATA_DIR: tmpdir() }), ...env },
      sql: database.sql,
      log: createLog('silent'),
      metrics,
      publicUrl: 'http://localhost/',
      host: '0.0.0.0',
      // Nothing listens on this port.
      port: 1,
    })

  it('PLAN-17 says that billing is unavailable while Stripe cannot be reached', async () => {
    const billing = open({})
    const userId = await insertPayer(database.sql)
    await expect(openPortal(billing, userId)).rejects.toMatchObject({
      code: 'billing_unavailable',
      status: 502,
    })
    const failures = figureOf(metrics, 'clinidex_outside_failures_total', { service: 'stripe' })
    expect(await failures).toBe(1)
    // No unfinished customer is left behind.
    expect(await database.sql`select 1 from stripe_customers where user_id = ${userId}`).toEqual([])
  })

  it('has no stand-in in production or beside a key', () => {
    expect(() => open({ NODE_ENV: 'production' })).toThrow('STRIPE_SECRET_KEY')
    const real = open({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' })
    expect(real.standIn).toBeUndefined()
    expect(real.webhookSecret).toBe('whsec_1')
  })
})

describe('checkPrices', () => {
  it('PLAN-01 PLAN-02 finds the plans sold as the app says', async () => {
    const billing = testBilling(database.sql)
    const logged = vi.spyOn(billing.log, 'error')
    await checkPrices(billing)
    expect(logged).not.toHaveBeenCalled()
  })

  it('tells of a price that Stripe does not have, and of one it charges otherwise', async () => {
    const billing = testBilling(database.sql)
    const logged = vi.spyOn(billing.log, 'error').mockReturnValue(undefined)
    await checkPrices({
      ...billing,
      prices: { price_monthly: 'price_unknown', price_annual: 'price_monthly' },
    })
    const messages = logged.mock.calls.map((call) => call.at(-1))
    expect(messages).toContain('price_monthly cannot be read: it cannot be bought')
    expect(messages).toContain('price_annual is not sold as the app says')
  })

  it.each([
    { active: false },
    { unit_amount: 29_499 },
    { currency: 'eur' },
    { recurring: { interval: 'year' } },
  ])('PLAN-01 tells of a Monthly price that is %j', async (other) => {
    const billing = testBilling(database.sql)
    const logged = vi.spyOn(billing.log, 'error').mockReturnValue(undefined)
    const { prices } = billing.stripe
    const retrieve = prices.retrieve.bind(prices)
    vi.spyOn(prices, 'retrieve').mockImplementation((async (id: string) => ({
      ...(await retrieve(id)),
      ...(id === billing.prices.price_monthly && other),
    })) as never)
    await checkPrices(billing)
    expect(logged.mock.calls).toEqual([
      [{ price: billing.prices.price_monthly }, 'price_monthly is not sold as the app says'],
    ])
  })
})
