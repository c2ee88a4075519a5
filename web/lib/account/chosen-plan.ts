import type { PriceName } from '#api/contract/billing.ts'

/** Copied from the schema, whose validator would come into the first script. */
export const PLANS_ON_SALE = [
  'price_monthly',
  'price_annual',
] as const satisfies readonly PriceName[]

/** The plan that an address names; undefined unless it is on sale. */
export function asPlan(value: unknown): PriceName | undefined {
  return PLANS_ON_SALE.find((name) => name === value)
}

/**
 * The address of a plan's checkout, for a visitor who chose it before signing in: the pricing page
 * begins that checkout, in any browser.
 */
export function checkoutPath(priceId: PriceName): string {
  return `/pricing?plan=${priceId}`
}

/** Whether a path is that of a checkout. */
export function isCheckout(path: string | undefined): boolean {
  return PLANS_ON_SALE.some((name) => checkoutPath(name) === path)
}
