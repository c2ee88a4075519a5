import { z } from 'zod'
import { isStorable } from '#db/schema/storable.ts'
import { inAppPath } from './in-app-path.ts'

/** The prices on sale, by the names that the browser uses. */
export const PRICE_NAMES = ['price_monthly', 'price_annual'] as const
export type PriceName = (typeof PRICE_NAMES)[number]

/** Each plan's tier, name and price in US cents. */
export const PLANS = {
  price_monthly: { tier: 'basic', name: 'Monthly Plan', cents: 29_500, interval: 'month' },
  price_annual: { tier: 'premium', name: 'Annual Plan', cents: 299_500, interval: 'year' },
} as const satisfies Record<
  PriceName,
  { tier: string; name: string; cents: number; interval: 'month' | 'year' }
>

/** Where Stripe sends the buyer back to. Security: a payment must not redirect to another site. */
const returnPath = z
  .string()
  .refine((path) => inAppPath(path) !== undefined, 'must be a path of this site')

/** The body of `POST /api/billing/checkout`. */
export const checkoutRequest = z.object({
  priceId: z.enum(PRICE_NAMES),
  mode: z.literal('subscription').optional(),
  /**
   * The return address after the payment; Stripe replaces "{CHECKOUT_SESSION_ID}" in it by the
   * session's id.
   */
  successUrl: returnPath.optional(),
  /** The return address after a cancelled checkout. */
  cancelUrl: returnPath.optional(),
})
export type CheckoutRequest = z.infer<typeof checkoutRequest>

/** The response of checkout and portal: the URL at Stripe to redirect to. */
export const billingRedirect = z.object({ url: z.url() })

/** The body of `POST /api/billing/confirm`. */
export const confirmRequest = z.object({
  sessionId: z.string().min(1).max(200).refine(isStorable, 'not valid text'),
})

/**
 * The response of `POST /api/billing/confirm`: whether the checkout was paid and the plan is
 * active.
 */
export const confirmResponse = z.object({ paid: z.boolean(), subscribed: z.boolean() })
