import { z } from 'zod'

/** A row of `entitlements`: an account's plan, derived from Stripe. */
export const entitlementRow = z.object({
  user_id: z.string(),
  /** free, basic (Monthly Plan), premium (Annual Plan), or a name made for one customer. */
  tier: z.string(),
  status: z.string(),
  plan_name: z.string().nullable(),
  price_cents: z.number().int().nullable(),
  currency: z.string().nullable(),
  billing_interval: z.string().nullable(),
  current_period_end: z.date().nullable(),
  cancel_at_period_end: z.boolean(),
  checked_at: z.date(),
})
export type EntitlementRow = z.infer<typeof entitlementRow>

/**
 * Whether a plan gives access at present. A cancelled plan ends with its period, even before the
 * webhook arrives; no tier or "free" is no plan.
 */
export function isEntitled(
  row: Pick<EntitlementRow, 'tier' | 'cancel_at_period_end' | 'current_period_end'>,
  now: Date,
): boolean {
  const hasEnded =
    row.cancel_at_period_end && row.current_period_end !== null && row.current_period_end <= now
  return row.tier !== '' && row.tier !== 'free' && !hasEnded
}

/** A row of `stripe_customers`: an account's customer id at Stripe. */
export const stripeCustomerRow = z.object({ user_id: z.string(), customer_id: z.string() })

/** A row of `stripe_events`: a webhook event already handled. */
export const stripeEventRow = z.object({
  id: z.string(),
  type: z.string(),
  created_at: z.date(),
  received_at: z.date(),
})

/** The row of `stripe_cursor`: all events up to this time are handled. */
export const stripeCursorRow = z.object({ id: z.boolean(), events_seen_until: z.date() })
