import { z } from 'zod'

const count = z.number().int()

/** The counts on the administrators' dashboard. */
export const adminStatistics = z.object({
  total_users: count,
  active_subscriptions: count,
  /** Active subscriptions to a paid plan. */
  paid_subscriptions: count,
  /** The number of people ever exported, over all accounts. */
  total_exports: count,
})
export type AdminStatistics = z.infer<typeof adminStatistics>
