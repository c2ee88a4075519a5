import { z } from 'zod'
import { SEATS_BOUGHT_MIN, SEATS_MAX } from '#db/schema/teams.ts'
import { PRICE_NAMES } from './billing.ts'

const seats = z.number().int().min(SEATS_BOUGHT_MIN).max(SEATS_MAX)

/** A team's plan, for its paying owner. Amounts are in cents of `currency`. */
export const teamPlan = z.object({
  /** The number of members other than viewers that the team may have at present. */
  seats: z.number().int(),
  /** The number of such members. */
  seats_used: z.number().int(),
  /** The plan; null for a new team, and for one whose seats an administrator set. */
  plan: z
    .object({
      name: z.string().nullable(),
      /** The price of one seat. */
      price: z.number().int().nullable(),
      currency: z.string().nullable(),
      interval: z.string().nullable(),
      /** The number of seats from the renewal on. */
      renewal_seats: z.number().int(),
      period_end: z.iso.datetime().nullable(),
      /** Whether the plan ends with the period. */
      cancels: z.boolean(),
      /** Whether a payment failed and is being retried. */
      is_past_due: z.boolean(),
    })
    .nullable(),
  /** When a team whose plan has ended is closed; null for others. */
  closes_at: z.iso.datetime().nullable(),
})
export type TeamPlanAnswer = z.infer<typeof teamPlan>

/** The body of a preview: the new number of all seats. */
export const seatsPreviewRequest = z.strictObject({ seats })

/** The price of another number of seats, in cents of `currency`. */
export const seatsPreview = z.object({
  /** The amount due at once, for the rest of the period; zero for fewer seats. */
  due_now: z.number().int(),
  /** The amount of each renewal. */
  renewal: z.number().int(),
  renews_at: z.iso.datetime(),
  interval: z.string().nullable(),
  currency: z.string(),
  /**
   * The seats and the time, in Unix seconds, on which the price is based: a change must state both.
   */
  from: z.number().int(),
  at: z.number().int(),
})
export type SeatsPreview = z.infer<typeof seatsPreview>

/** The body of a change of seats, with the previewed values. */
export const teamSeatsRequest = z.strictObject({
  seats,
  from: z.number().int().min(1).max(SEATS_MAX),
  at: z.number().int().min(0),
})
export type TeamSeatsRequest = z.infer<typeof teamSeatsRequest>

/** The body of a team's first checkout. */
export const teamCheckoutRequest = z.strictObject({ priceId: z.enum(PRICE_NAMES), seats })
export type TeamCheckoutRequest = z.infer<typeof teamCheckoutRequest>
