import type { PriceName } from '#api/contract/billing.ts'

/** As the schema has them, whose validator would come with the first script. */
export const PLANS_ON_SALE = [
  'price_monthly',
  'price_annual',
] as const satisfies readonly PriceName[]

/** The plan an address names; undefined for anything that is none on sale. */
export function asPlan(value: unknown): PriceName | undefined {
  return PLANS_ON_SALE.find((name) => name === value)
}

/**
 * Where a plan is bought that somebody chose before they had an account, or were signed in: the
 * pricing page goes on from there to its checkout, in whatever browser.
 */
export function checkoutPath(priceId: PriceName): string {
  return `/pricing?plan=${priceId}`
}

/** Whether an address is such a one. */
export function isCheckout(path: string | undefined): boolean {
  return PLANS_ON_SALE.some((name) => checkoutPath(name) === path)
}
