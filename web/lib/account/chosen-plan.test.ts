import { expect, it } from 'vitest'
import { PRICE_NAMES } from '#api/contract/billing.ts'
import { asPlan, checkoutPath, isCheckout, PLANS_ON_SALE } from './chosen-plan.ts'

it('PLAN-07 names the plans on sale as the schema does', () => {
  expect(PLANS_ON_SALE).toEqual(PRICE_NAMES)
})

it('PLAN-07 knows the address of a plan’s checkout, and takes no other for one', () => {
  for (const plan of PLANS_ON_SALE) {
    expect(isCheckout(checkoutPath(plan))).toBe(true)
    expect(asPlan(new URLSearchParams(checkoutPath(plan).split('?')[1]).get('plan'))).toBe(plan)
  }
  const longer = `${checkoutPath('price_annual')}&next=/account`
  for (const path of [undefined, '/pricing', '/pricing?plan=price_gold', longer, '/search']) {
    expect(isCheckout(path)).toBe(false)
  }
  expect(asPlan('price_gold')).toBeUndefined()
  expect(asPlan(['price_annual'])).toBeUndefined()
})
