import type { AdminStatistics } from '#api/contract/admin-statistics.ts'
import { planLevels } from '#api/services/figures/update-figures.ts'
import type { Queryable } from '#db/client.ts'

/** Counts of accounts, plans and exports over all users. */
export async function adminStatistics(sql: Queryable): Promise<AdminStatistics> {
  const [plans, [row]] = await Promise.all([
    planLevels(sql),
    sql<Pick<AdminStatistics, 'total_users' | 'total_exports'>[]>`
      select count(*) filter (where demo_of is null)::integer as total_users,
        coalesce(sum(exported_people), 0)::float8
          + (select coalesce(sum(export_count), 0)::float8 from former_exports) as total_exports
      from users`,
  ])
  if (!row) throw new Error('a count without a row')
  return { ...row, active_subscriptions: plans.active_plans, paid_subscriptions: plans.paid_plans }
}
