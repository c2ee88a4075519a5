/**
 * A demo account has one password and many visitors. Each of its sessions is of a guest, an account
 * below it (`users.demo_of`): what a visitor writes, reveals and exports is the guest's and nobody
 * else sees it. What is counted (grants, budgets) counts for the shared account, or signing in again
 * would begin a new count.
 */
import { randomUUID } from 'node:crypto'
import type { Env } from '#api/env.ts'
import type { Queryable, Sql } from '#db/client.ts'
import type { EntitlementRow } from '#db/schema/entitlements.ts'
import { type AccountUser, isDesignatedDemo, resolveActor } from './actor.ts'

/** Between a guest and its session lies a moment. */
const STARTING = '1 hour'

/** As long as the budget of reveals looks back. */
const COUNTED = '1 day'

/** Guests one transaction deletes, with all that is theirs. */
const BATCH = 20

/** Guests of one account who are signed in at once. Each may own rows, and a password is public here. */
const SIGNED_IN_MAX = 500

type Allowlists = Pick<Env, 'ADMIN_EMAILS' | 'DEMO_EMAIL'>

/** Whether many people are one account here: a demo account that is neither paid for nor an admin's. */
export function isShared(user: AccountUser, entitlement: EntitlementRow | null, env: Allowlists) {
  const { role } = resolveActor({ user, entitlement, grants: [], env, now: new Date() })
  return role === 'demo' && isDesignatedDemo(user, env)
}

/**
 * Makes the guest that a new session of a shared account is of.
 * @returns the guest's id; null where the account is one person's.
 */
export async function openGuest(sql: Sql, userId: string, env: Allowlists): Promise<string | null> {
  const [user] = await sql<(AccountUser & { name: string })[]>`
    select id, name, email, role, demo_account from users where id = ${userId}`
  const [entitlement = null] = await sql<EntitlementRow[]>`
    select * from entitlements where user_id = ${userId}`
  if (!user || !isShared(user, entitlement, env)) return null
  const id = randomUUID()
  await sql`
    insert into users ${sql({
      id,
      name: user.name,
      // Nobody's: a guest is met under the address of the account it is of.
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

/** The account that counts for a user: of a guest the shared one. A part of a query, one value. */
export function countingAccount(sql: Queryable, userId: string) {
  return sql`(select coalesce(demo_of, id) from users where id = ${userId})`
}

/** Everybody who counts together with a user. A part of a query, ids. */
export function countedTogether(sql: Queryable, userId: string) {
  const account = countingAccount(sql, userId)
  return sql`(
    select id from users where id = ${account} union all
    select id from users where demo_of = ${account})`
}

/** Ends the sessions of everybody below a shared account, with what they left. */
export async function endGuests(sql: Queryable, userId: string): Promise<void> {
  await deleteGuests(sql, sql`select id from users where demo_of = ${userId}`)
}

/**
 * Deletes guests with their rows. That they exported stays, with the shared account.
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

/** Deletes guests whose session ended, once what they revealed counts no more. */
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
