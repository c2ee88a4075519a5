import { z } from 'zod'

const count = z.number().int()

/** The counts on the administrators' dashboard. */
export const adminStatistics = z.object({
  total_users: count,
  active_subscriptions: count,
  /** Active ones of a paid plan. */
  paid_subscriptions: count,
  /** People ever exported, over all accounts. */
  total_exports: count,
})
export type AdminStatistics = z.infer<typeof adminStatistics>
