import { z } from 'zod'
import { SEATS_BOUGHT_MIN, SEATS_MAX } from '#db/schema/teams.ts'
import { PRICE_NAMES } from './billing.ts'

const seats = z.number().int().min(SEATS_BOUGHT_MIN).max(SEATS_MAX)

/** A team's plan, for those who pay for it. Amounts are in cents of `currency`. */
export const teamPlan = z.object({
  /** How many members other than viewers there may be at present. */
  seats: z.number().int(),
  /** How many there are. */
  seats_used: z.number().int(),
  /** Null without a plan: the seats of a new team, or those that an administrator gave it. */
  plan: z
    .object({
      name: z.string().nullable(),
      /** Of one seat. */
      price: z.number().int().nullable(),
      currency: z.string().nullable(),
      interval: z.string().nullable(),
      /** Seats from the renewal on. */
      renewal_seats: z.number().int(),
      period_end: z.iso.datetime().nullable(),
      /** Whether it ends with the period. */
      cancels: z.boolean(),
      /** Whether a payment is open, and is being retried. */
      is_past_due: z.boolean(),
    })
    .nullable(),
  /** When a team whose plan is over is closed; null for others. */
  closes_at: z.iso.datetime().nullable(),
})
export type TeamPlanAnswer = z.infer<typeof teamPlan>

/** Body of a preview: how many seats in all. */
export const seatsPreviewRequest = z.strictObject({ seats })

/** What another number of seats costs, in cents of `currency`. */
export const seatsPreview = z.object({
  /** To be paid at once, for the rest of the period; nothing for fewer seats. */
  due_now: z.number().int(),
  /** With each renewal. */
  renewal: z.number().int(),
  renews_at: z.iso.datetime(),
  interval: z.string().nullable(),
  currency: z.string(),
  /** The seats it was worked out from, and when, in Unix seconds: a change names both. */
  from: z.number().int(),
  at: z.number().int(),
})
export type SeatsPreview = z.infer<typeof seatsPreview>

/** Body of a change of seats, as it was previewed. */
export const teamSeatsRequest = z.strictObject({
  seats,
  from: z.number().int().min(1).max(SEATS_MAX),
  at: z.number().int().min(0),
})
export type TeamSeatsRequest = z.infer<typeof teamSeatsRequest>

/** Body of a team's first checkout. */
export const teamCheckoutRequest = z.strictObject({ priceId: z.enum(PRICE_NAMES), seats })
export type TeamCheckoutRequest = z.infer<typeof teamCheckoutRequest>
