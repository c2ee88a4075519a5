import type { Queryable } from '../../db/client.ts'
import type { AdminStatistics } from '../../db/schema/admin-statistics.ts'

/** Accounts, plans and exports of everybody together. */
export async function adminStatistics(sql: Queryable): Promise<AdminStatistics> {
  const [row] = await sql<AdminStatistics[]>`
    select
      (select count(*)::integer from users where demo_of is null) as total_users,
      count(*) filter (where status = 'active')::integer as active_subscriptions,
      count(*) filter (
        where status = 'active' and lower(tier) not in ('free', 'none')
          and lower(coalesce(plan_name, tier)) not in ('free', 'none')
      )::integer as paid_subscriptions,
      (select coalesce(sum(exported_people), 0)::integer from users)
        + (select coalesce(sum(export_count), 0)::integer from former_exports) as total_exports
    from entitlements`
  if (!row) throw new Error('a count without a row')
  return row
}
