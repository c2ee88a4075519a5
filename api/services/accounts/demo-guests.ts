/**
 * A demo account has one password and many visitors. Each of its sessions belongs to a guest, an
 * account under it (`users.demo_of`): what a visitor writes, reveals and exports belongs to the
 * guest and is invisible to others. Limits (grants, budgets) apply to the shared account, or a new
 * sign-in would reset them.
 */
import { randomUUID } from 'node:crypto'
import type { Env } from '#api/env.ts'
import type { Queryable, Sql } from '#db/client.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import { type AccountUser, isDesignatedDemo, resolveActor } from './actor.ts'

/**
 * The time for which a guest may exist without a session: it is created a moment before its
 * session.
 */
const STARTING = '1 hour'

/** The period that the reveal budget looks back over. */
const COUNTED = '1 day'

/** Guests deleted per transaction, with their rows. */
const BATCH = 20

/**
 * The most guests of one account signed in at once. Each may own rows, and the demo password is
 * public.
 */
const SIGNED_IN_MAX = 500

type Allowlists = Pick<Env, 'ADMIN_EMAILS' | 'DEMO_EMAIL'>

/**
 * Whether visitors share this account: a demo account without a paid plan that is not an
 * administrator's.
 */
export function isShared(user: AccountUser, entitlement: EntitlementRow | null, env: Allowlists) {
  const { role } = resolveActor({
    user,
    entitlement,
    memberships: [],
    grants: [],
    env,
    now: new Date(),
  })
  return role === 'demo' && isDesignatedDemo(user, env)
}

/**
 * Creates the guest for a new session of a shared account.
 * @returns the guest's id; null when the account is not shared.
 */
export async function openGuest(sql: Sql, userId: string, env: Allowlists): Promise<string | null> {
  const [user] = await sql<(AccountUser & { name: string })[]>`
    select id, name, email, role, demo_account from users where id = ${userId}`
  const [entitlement = null] = await sql<EntitlementRow[]>`
    select * from entitlements where owner_id = ${userId}`
  if (!user || !isShared(user, entitlement, env)) return null
  const id = randomUUID()
  await sql`
    insert into users ${sql({
      id,
      name: user.name,
      // The address is a placeholder: a guest is shown with that of the shared account.
      email: `${id}@guest.invalid`,
      email_verified: true,
      demo_account: true,
      demo_of: userId,
    })}`
  await sql`
    delete from sessions where user_id in (
      select id from users where demo_of = ${userId}
      order by created_at desc offset ${SIGNED_IN_MAX})`
  return id
}

/** SQL: the account that limits apply to; for a guest, the shared account. */
export function limitedAccount(sql: Queryable, userId: string) {
  return sql`(select coalesce(demo_of, id) from users where id = ${userId})`
}

/** SQL: ids of the accounts that share a user's limits. */
export function accountsSharingLimits(sql: Queryable, userId: string) {
  const account = limitedAccount(sql, userId)
  return sql`(
    select id from users where id = ${account} union all
    select id from users where demo_of = ${account})`
}

/** Deletes all guests of a shared account, with their sessions and rows. */
export async function endGuests(sql: Queryable, userId: string): Promise<void> {
  await deleteGuests(sql, sql`select id from users where demo_of = ${userId}`)
}

/**
 * Deletes guests with their rows; their export logs move to the shared account.
 * @param guests a query of their ids.
 */
async function deleteGuests(sql: Queryable, guests: ReturnType<Queryable>): Promise<number> {
  const { count } = await sql`
    with guest as (select id, demo_of from users where id in (${guests})),
    kept as (
      update export_logs set owner_id = guest.demo_of from guest where owner_id = guest.id)
    delete from users where id in (select id from guest)`
  return count
}

/** Deletes guests whose session has ended, once their reveals no longer count. */
export async function purgeGuests(sql: Sql): Promise<number> {
  let purged = 0
  for (;;) {
    const count = await deleteGuests(
      sql,
      sql`
        select id from users guest
        where demo_of is not null and created_at < now() - ${STARTING}::interval
          and not exists (
            select 1 from sessions where user_id = guest.id and expires_at > now())
          and not exists (
            select 1 from reveals
            where owner_id = guest.id and revealed_at > now() - ${COUNTED}::interval)
        limit ${BATCH}`,
    )
    purged += count
    if (count < BATCH) return purged
  }
}
