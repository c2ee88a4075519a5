import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entitlementOf, type Subscription, seatsOf } from './entitlement-of.ts'
import { planOf } from './plans.ts'

const JUNE = Date.UTC(2026, 5, 1) / 1000
const JULY = Date.UTC(2026, 6, 1) / 1000

const PRICES = {
  monthly: { id: 'monthly', unit_amount: 29_500, interval: 'month' },
  annual: { id: 'annual', unit_amount: 299_500, interval: 'year' },
  old: { id: 'old', unit_amount: 9_900, interval: 'month' },
} as const

const PLANS: Record<string, { tier: string; name: string }> = {
  monthly: { tier: 'basic', name: 'Monthly Plan' },
  annual: { tier: 'premium', name: 'Annual Plan' },
  old: { tier: 'Founders', name: 'Founders' },
}

function subscription(
  price: keyof typeof PRICES,
  status: Subscription['status'],
  given: Partial<Subscription> & { ends?: number } = {},
): Subscription {
  const { id, unit_amount, interval } = PRICES[price]
  const { ends = JULY, ...rest } = given
  return {
    id: `sub_${price}`,
    status,
    created: JUNE,
    cancel_at: null,
    cancel_at_period_end: false,
    metadata: {},
    items: {
      data: [
        {
          current_period_end: ends,
          price: { id, unit_amount, currency: 'usd', recurring: { interval } },
        },
      ],
    },
    ...rest,
  }
}

function entitle(...subscriptions: Subscription[]) {
  return entitlementOf(subscriptions, ({ id }) => PLANS[id] ?? { tier: 'custom', name: 'Custom' })
}

describe('entitlementOf', () => {
  it('PLAN-26 without a subscription everybody is free', () => {
    expect(entitle()).toEqual({
      tier: 'free',
      status: 'none',
      plan_name: null,
      price_cents: null,
      currency: null,
      billing_interval: null,
      current_period_end: null,
      cancel_at_period_end: false,
      seats: null,
      renewal_seats: null,
    })
  })

  it('PLAN-24 PLAN-28 an annual subscription is premium, with its price and period', () => {
    expect(entitle(subscription('annual', 'active'))).toEqual({
      tier: 'premium',
      status: 'active',
      plan_name: 'Annual Plan',
      price_cents: 299_500,
      currency: 'usd',
      billing_interval: 'year',
      current_period_end: new Date('2026-07-01T00:00:00Z'),
      cancel_at_period_end: false,
      seats: 1,
      renewal_seats: 1,
    })
  })

  it.each(['active', 'trialing', 'past_due'] as const)('a plan stands while %s', (status) => {
    expect(entitle(subscription('monthly', status))).toMatchObject({ tier: 'basic', status })
  })

  it.each(['canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'] as const)(
    'PLAN-27 a plan does not stand while %s, and the status says why',
    (status) => {
      expect(entitle(subscription('annual', status))).toMatchObject({ tier: 'free', status })
    },
  )

  it('of several plans the best counts, whatever their order', () => {
    const ended = subscription('annual', 'canceled')
    const monthly = subscription('monthly', 'active')
    const annual = subscription('annual', 'active', { cancel_at_period_end: true })
    expect(entitle(ended, monthly)).toMatchObject({ tier: 'basic' })
    expect(entitle(ended, monthly, annual)).toMatchObject({ tier: 'premium' })
    expect(entitle(annual, subscription('old', 'active'))).toMatchObject({ tier: 'premium' })
  })

  it('of two alike the one that is paid and goes on counts', () => {
    const overdue = subscription('monthly', 'past_due', { ends: JULY + 1 })
    const ending = subscription('monthly', 'active', { cancel_at_period_end: true })
    const going = subscription('monthly', 'active', { ends: JULY - 1 })
    expect(entitle(overdue, ending)).toMatchObject({ status: 'active' })
    expect(entitle(ending, going)).toMatchObject({ cancel_at_period_end: false })
  })

  it('an end scheduled as a date is a cancellation for that date', () => {
    const row = entitle(subscription('monthly', 'active', { cancel_at: JUNE + 86_400 }))
    expect(row.cancel_at_period_end).toBe(true)
    expect(row.current_period_end).toEqual(new Date('2026-06-02T00:00:00Z'))
  })

  it('without one that stands, the newest says how it ended', () => {
    const ended = [
      subscription('monthly', 'canceled', { created: JUNE }),
      subscription('annual', 'unpaid', { created: JULY }),
    ]
    expect(entitle(...ended)).toMatchObject({ tier: 'free', status: 'unpaid' })
    expect(entitle(...ended.reverse())).toMatchObject({ tier: 'free', status: 'unpaid' })
  })

  it('does not depend on the order Stripe lists in', () => {
    const any = fc.record({
      price: fc.constantFrom('monthly', 'annual', 'old'),
      status: fc.constantFrom('active', 'past_due', 'canceled', 'unpaid', 'trialing'),
      ends: fc.integer({ min: JUNE, max: JUNE + 3 }),
      cancels: fc.boolean(),
    } as const)
    fc.assert(
      fc.property(fc.array(any, { maxLength: 5 }), (rows) => {
        const all = rows.map(({ price, status, ends, cancels }, index) =>
          subscription(price, status, { ends, cancel_at_period_end: cancels, created: index }),
        )
        const { status: _, ...forwards } = entitle(...all)
        const { status: __, ...backwards } = entitle(...all.reverse())
        expect(backwards).toEqual(forwards)
      }),
    )
  })
})

describe('planOf', () => {
  const product = { id: 'prod_1', name: 'Enterprise' } as never

  it('GATE-06 a price that is not on sale is named by its metadata, nickname or product', () => {
    expect(planOf({ metadata: { tier: 'gold' }, nickname: 'Gold deal', product })).toEqual({
      tier: 'gold',
      name: 'Gold deal',
    })
    expect(planOf({ metadata: {}, nickname: 'Founders', product })).toEqual({
      tier: 'Founders',
      name: 'Founders',
    })
    expect(planOf({ metadata: {}, nickname: null, product })).toEqual({
      tier: 'Enterprise',
      name: 'Enterprise',
    })
  })

  it('PLAN-28 an old price of a plan on sale is that plan', () => {
    expect(planOf({ metadata: { tier: 'premium' }, nickname: '2024', product })).toMatchObject({
      tier: 'premium',
      name: 'Annual Plan',
    })
  })

  it('a price that says nothing still is a plan', () => {
    expect(planOf({ metadata: {}, nickname: null, product: 'prod_1' })).toEqual({
      tier: 'custom',
      name: 'Custom Plan',
    })
  })
})

describe('TEAMS-22 seatsOf', () => {
  const seats = (quantity: number, metadata: Record<string, string>) => {
    const [item] = subscription('monthly', 'active').items.data
    if (!item) throw new Error('no item')
    return seatsOf({ metadata }, { ...item, quantity })
  }
  const END = String(JULY)

  it.each<[string, number, Record<string, string>, number, number]>([
    ['are as many as are charged', 5, {}, 5, 5],
    ['stay until fewer are charged', 3, { paid_seats: '5', paid_until: END }, 5, 3],
    ['are fewer from then on', 3, { paid_seats: '5', paid_until: '1' }, 3, 3],
    [
      'are not those of a longer period',
      3,
      { paid_seats: '5', paid_until: String(JULY + 1) },
      3,
      3,
    ],
    ['grow past what was paid before', 7, { paid_seats: '5', paid_until: END }, 7, 7],
    ['ignore half a note', 3, { paid_until: END }, 3, 3],
  ])('%s', (_, quantity, metadata, now, renewal) => {
    expect(seats(quantity, metadata)).toEqual({ seats: now, renewal_seats: renewal })
  })

  it('are those of the subscription that is kept of two alike', () => {
    const two = [3, 5].map((quantity, index) => {
      const each = subscription('monthly', 'active', { id: `sub_${index}` })
      const [item] = each.items.data
      return { ...each, items: { data: item ? [{ ...item, quantity }] : [] } }
    })
    expect(entitle(...two).seats).toBe(3)
    expect(entitle(...two.reverse()).seats).toBe(3)
  })
})
