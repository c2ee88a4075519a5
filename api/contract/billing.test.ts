import { describe, expect, it } from 'vitest'
import { isEntitled } from '#db/schema/entitlements.ts'
import { checkoutRequest } from './billing.ts'

describe('a return address of a checkout', () => {
  const isTaken = (address: Record<string, string>) =>
    checkoutRequest.safeParse({ priceId: 'price_monthly', ...address }).success

  it.each(['/search?upgraded=true', '/', '/payment-success?session_id={CHECKOUT_SESSION_ID}'])(
    'PLAN-12 takes %s',
    (path) => {
      expect(isTaken({ successUrl: path })).toBe(true)
      expect(isTaken({ cancelUrl: path })).toBe(true)
    },
  )
  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    'javascript:alert(1)',
    'search',
    '',
    ' /search',
    '/..//evil.example',
  ])('PLAN-12 refuses %j', (path) => {
    expect(isTaken({ successUrl: path })).toBe(false)
    expect(isTaken({ cancelUrl: path })).toBe(false)
  })
})

it('PLAN-06 only the plans on sale can be asked for', () => {
  expect(checkoutRequest.safeParse({ priceId: 'price_monthly' }).success).toBe(true)
  expect(checkoutRequest.safeParse({ priceId: 'price_free' }).success).toBe(false)
  expect(checkoutRequest.safeParse({ priceId: 'price_annual', mode: 'payment' }).success).toBe(
    false,
  )
})

describe('isEntitled', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  const before = new Date('2026-05-31T00:00:00Z')
  it.each([
    { tier: 'basic', cancels: false, end: before, is: true },
    { tier: 'basic', cancels: true, end: before, is: false },
    { tier: 'premium', cancels: true, end: new Date('2026-07-01T00:00:00Z'), is: true },
    { tier: 'free', cancels: false, end: null, is: false },
    { tier: '', cancels: false, end: null, is: false },
  ])('PLAN-27 $tier, cancelled: $cancels is entitled: $is', ({ tier, cancels, end, is }) => {
    const row = { tier, cancel_at_period_end: cancels, current_period_end: end }
    expect(isEntitled(row, now)).toBe(is)
  })
})
