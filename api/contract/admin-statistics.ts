import { z } from 'zod'

const count = z.number().int()

/** What the administrators' dashboard counts. */
export const adminStatistics = z.object({
  total_users: count,
  active_subscriptions: count,
  /** Active ones of a plan that costs something. */
  paid_subscriptions: count,
  /** People ever exported, by everybody together. */
  total_exports: count,
})
export type AdminStatistics = z.infer<typeof adminStatistics>
