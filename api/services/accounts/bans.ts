import type { TransactionSql } from 'postgres'
import type { Caller } from '#api/caller.ts'
import type { Parts } from '#api/context.ts'
import type { BanOutcome } from '#api/contract/admin-users.ts'
import { audit } from '#api/services/audit.ts'
import { cancelAtPeriodEnd, tryDropFormerPayers } from '#api/services/billing/end-plans.ts'
import type { Sql } from '#db/client.ts'
import { retried } from '#db/retried.ts'
import { AppError } from '#sync/contract/errors.ts'
import { endGuests } from './demo-guests.ts'

/**
 * Bans an account: it cannot sign in, and its sessions end at once, in every process. Its rows
 * stay; its plan ends with the paid period, as does the plan of a team that it alone owned.
 * @throws AppError `not_found` for an unknown account, `forbidden` for the administrator's own
 *   account
 */
export async function banAccount(
  { sql, billing, log }: Pick<Parts, 'sql' | 'billing' | 'log'>,
  caller: Caller,
  userId: string,
  reason: string,
): Promise<BanOutcome> {
  await storeBan(sql, caller, userId, reason)
  await tryDropFormerPayers(billing)
  try {
    const end = await cancelAtPeriodEnd(billing, userId)
    return { plan: end ? 'ends' : 'none', ends_at: end?.toISOString() ?? null }
  } catch (err) {
    // The ban remains: an hourly job ends the plan once Stripe is available.
    log.error({ err }, 'The plan of a banned account could not be ended')
    return { plan: 'ends_later', ends_at: null }
  }
}

async function storeBan(sql: Sql, caller: Caller, userId: string, reason: string): Promise<void> {
  if (userId === caller.actor.id) {
    throw new AppError('forbidden', 'You cannot ban your own account.')
  }
  const store = async (tx: TransactionSql) => {
    // The account is locked before its sessions end: a sign-in under way waits for this lock, and
    // is then refused.
    const banned = await tx`
      update users set banned_at = coalesce(banned_at, now()), ban_reason = ${reason},
        updated_at = now()
      where id = ${userId} returning id`
    if (banned.length === 0) throw unknownAccount()
    await tx`delete from sessions where user_id = ${userId}`
    await endGuests(tx, userId)
    // The reason is left out: it may name a person, and the audit log is permanent.
    await audit(tx, { ...caller, action: 'user.ban', subjectId: userId })
  }
  // The ban ends memberships of teams, whose rows a device may be writing in another order, which
  // can deadlock.
  await retried(() => sql.begin(store))
}

/**
 * Lets a banned account sign in again.
 * @throws AppError `not_found` for an unknown account
 */
export async function unbanAccount(sql: Sql, caller: Caller, userId: string): Promise<void> {
  await sql.begin(async (tx) => {
    const unbanned = await tx`
      update users set banned_at = null, ban_reason = null, updated_at = now()
      where id = ${userId} returning id`
    if (unbanned.length === 0) throw unknownAccount()
    // A team that waited for its owner can be read, and paid for, as long as one whose plan is over today.
    await tx`
      update teams set lapsed_at = now()
      where lapsed_at is not null and closed_at is null and id in (
        select team_id from team_members
        where user_id = ${userId} and role = 'owner' and ended_at is null)`
    await audit(tx, { ...caller, action: 'user.unban', subjectId: userId })
  })
}

/** Whether an account is banned; false for an unknown one. */
export async function isBanned(sql: Sql, userId: string): Promise<boolean> {
  const banned = await sql`
    select 1 from users where id = ${userId} and banned_at is not null`
  return banned.length > 0
}

function unknownAccount(): AppError {
  return new AppError('not_found', 'There is no such account.')
}
