import type { Parts } from '#api/context.ts'
import { type AccountUser, type Plan, resolveActor } from '#api/services/accounts/actor.ts'
import { membershipsOf, parseMemberships } from '#api/services/auth/session.ts'
import { can } from '#sync/contract/permissions.ts'

/**
 * The accounts that have watches and may watch at present. A watch outlives the plan it was created
 * under: in the meantime no news are found for it and none reported, so that no outdated news wait
 * for the plan's return.
 */
export async function entitledWatchers(
  { sql, env }: Pick<Parts, 'sql' | 'env'>,
  now = new Date(),
): Promise<ReadonlySet<string>> {
  const accounts = await sql<(AccountUser & Plan & { has_plan: boolean; memberships: unknown })[]>`
    select u.id, u.email, u.role, u.demo_account, ${membershipsOf(sql, sql`u.id`)} as memberships,
      e.owner_id is not null as has_plan, e.tier, e.status, e.cancel_at_period_end,
      e.current_period_end
    from users u left join entitlements e on e.owner_id = u.id
    where u.banned_at is null and u.id in (select owner_id from watches)`
  const watchers = accounts.filter((user) => {
    const entitlement = user.has_plan ? user : null
    const memberships = parseMemberships(user.memberships)
    const actor = resolveActor({ user, entitlement, memberships, grants: [], env, now })
    return can(actor, 'searches.watch')
  })
  return new Set(watchers.map(({ id }) => id))
}
