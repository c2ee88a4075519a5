import type { Caller } from '#api/caller.ts'
import type { AdminGrant, BulkResult, GrantRequest } from '#api/contract/admin-grants.ts'
import { audit } from '#api/services/audit.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { type DemoFeature, type DemoGrantRow, isLive } from '#db/schema/demo-grants.ts'
import { AppError } from '#sync/contract/errors.ts'
import { limitedAccount } from './demo-guests.ts'

/**
 * The most grants listed for an administrator: more than are expected, few enough for one response.
 */
const LISTED_MAX = 1000

/**
 * Counts one use of a demo grant. Must be called in the transaction of the granted action, so that
 * concurrent requests together never exceed `max_uses`.
 * @throws AppError `demo_restricted` when no live grant opens the feature.
 */
export async function countGrantUse(
  sql: Queryable,
  userId: string,
  feature: DemoFeature,
): Promise<void> {
  // Lock order: the account before its grants, as in the administrators' actions.
  await sql`
    select 1 from users where id = ${limitedAccount(sql, userId)} for no key update`
  // An unlimited grant is used before a limited one, and one for a single feature before full
  // access. The row lock makes a concurrent request wait and then read the new count.
  const used = await sql`
    update demo_grants set uses_count = uses_count + 1
    where id = (
      select id from demo_grants
      where user_id = ${limitedAccount(sql, userId)} and feature_type in (${feature}, 'full_access')
        -- The same condition as isLive.
        and active and (expires_at is null or expires_at > now())
        and (max_uses is null or uses_count < max_uses)
      order by max_uses is not null, feature_type = 'full_access', expires_at nulls last
      limit 1 for update
    )
    returning id`
  if (used.length === 0) {
    throw new AppError('demo_restricted', 'This feature is disabled in demo mode')
  }
}

/** The grants of one account, or of all, newest first. */
export async function listGrants(sql: Queryable, userId?: string): Promise<AdminGrant[]> {
  const rows = await sql<(DemoGrantRow & { user_email: string })[]>`
    select g.*, u.email as user_email from demo_grants g join users u on u.id = g.user_id
    ${userId === undefined ? sql`` : sql`where g.user_id = ${userId}`}
    order by g.created_at desc limit ${LISTED_MAX}`
  const now = new Date()
  return rows.map(({ expires_at, created_at, ...grant }) => ({
    ...grant,
    is_live: isLive({ ...grant, expires_at }, now),
    expires_at: expires_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }))
}

/**
 * Grants a feature to an account, replacing its earlier grant of that feature.
 * @throws AppError `not_found` for an unknown account.
 */
export async function grantAccess(
  sql: Sql,
  caller: Caller,
  request: GrantRequest,
): Promise<string> {
  const { userId, featureType, expiresAt, maxUses, notes } = request
  return sql.begin(async (tx) => {
    await lockAccount(tx, userId)
    await deactivate(tx, userId, featureType)
    const [grant] = await tx<{ id: string }[]>`
      insert into demo_grants ${tx({
        user_id: userId,
        feature_type: featureType,
        expires_at: expiresAt,
        max_uses: maxUses,
        notes,
        granted_by: caller.actor.id,
      })} returning id`
    if (!grant) throw new Error('the grant was not inserted')
    await audit(tx, {
      ...caller,
      action: 'grant.create',
      subjectId: userId,
      details: { featureType, expiresAt, maxUses },
    })
    return grant.id
  })
}

/**
 * Revokes a feature's grant, or, for null, all grants of an account.
 * @returns how many live grants were revoked
 * @throws AppError `not_found` for an unknown account
 */
export async function revokeAccess(
  sql: Sql,
  caller: Caller,
  userId: string,
  featureType: DemoGrantRow['feature_type'] | null,
): Promise<number> {
  return sql.begin(async (tx) => {
    await lockAccount(tx, userId)
    const revoked = await deactivate(tx, userId, featureType)
    await audit(tx, {
      ...caller,
      action: 'grant.revoke',
      subjectId: userId,
      details: { featureType, revoked },
    })
    return revoked
  })
}

/** Runs an action for several accounts in turn; one that fails does not affect the others. */
export async function forEachAccount(
  userIds: readonly string[],
  action: (userId: string) => Promise<unknown>,
): Promise<BulkResult> {
  const results: BulkResult['results'] = []
  for (const user_id of new Set(userIds)) {
    try {
      await action(user_id)
      results.push({ user_id, error: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results.push({ user_id, error: error.message })
    }
  }
  return { results }
}

/** Serialises administrators, so that an account has one grant per feature. */
async function lockAccount(sql: Queryable, userId: string): Promise<void> {
  const [user] = await sql`select 1 from users where id = ${userId} for update`
  if (!user) throw new AppError('not_found', 'There is no such account.')
}

async function deactivate(
  sql: Queryable,
  userId: string,
  featureType: DemoGrantRow['feature_type'] | null,
): Promise<number> {
  const rows = await sql`
    update demo_grants set active = false
    where user_id = ${userId} and active
      ${featureType === null ? sql`` : sql`and feature_type = ${featureType}`}
    returning id`
  return rows.length
}
