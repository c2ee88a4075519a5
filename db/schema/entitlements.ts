import { z } from 'zod'

/** A row of `entitlements`: the plan of an account or a team, derived from Stripe. */
export const entitlementRow = z.object({
  owner_id: z.string(),
  /** The account, in the column that the previous release uses; null for a team. */
  user_id: z.string().nullable(),
  /** The tier: free, basic (Monthly Plan), premium (Annual Plan), or a name made for one customer. */
  tier: z.string(),
  status: z.string(),
  plan_name: z.string().nullable(),
  price_cents: z.number().int().nullable(),
  currency: z.string().nullable(),
  billing_interval: z.string().nullable(),
  current_period_end: z.date().nullable(),
  cancel_at_period_end: z.boolean(),
  /** The number of seats paid for at present; null without a plan. */
  seats: z.number().int().nullable(),
  /** The number of seats from the renewal on. */
  renewal_seats: z.number().int().nullable(),
  checked_at: z.date(),
})
export type EntitlementRow = z.infer<typeof entitlementRow>

/**
 * Whether a plan gives access at present. A cancelled plan ends with its period, even before the
 * webhook arrives; without a tier, or with "free", there is no plan.
 */
export function isEntitled(
  row: Pick<EntitlementRow, 'tier' | 'cancel_at_period_end' | 'current_period_end'>,
  now: Date,
): boolean {
  const hasEnded =
    row.cancel_at_period_end && row.current_period_end !== null && row.current_period_end <= now
  return row.tier !== '' && row.tier !== 'free' && !hasEnded
}

/** A row of `stripe_customers`: the customer id at Stripe of an account or a team. */
export const stripeCustomerRow = z.object({
  owner_id: z.string(),
  /** The account, in the column that the previous release uses; null for a team. */
  user_id: z.string().nullable(),
  customer_id: z.string(),
  /** When the last owner of the team was gone, until the card is taken off. */
  payer_left_at: z.date().nullable(),
})

/** A row of `stripe_events`: a webhook event that has been handled. */
export const stripeEventRow = z.object({
  id: z.string(),
  type: z.string(),
  created_at: z.date(),
  received_at: z.date(),
})

/** The row of `stripe_cursor`: all events up to this time are handled. */
export const stripeCursorRow = z.object({ id: z.boolean(), events_seen_until: z.date() })
