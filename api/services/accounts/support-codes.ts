import { randomInt } from 'node:crypto'
import type { Caller } from '#api/caller.ts'
import { accountOf } from '#api/context.ts'
import type { SupportCode, SupportView } from '#api/contract/support.ts'
import { audit } from '#api/services/audit.ts'
import type { Queryable, Sql } from '#db/client.ts'
import { SUPPORT_CODE_MINUTES, type SyncReport } from '#db/schema/support-codes.ts'
import { AppError } from '#sync/contract/errors.ts'
import type { Actor } from '#sync/contract/permissions.ts'

/*
 * Support without impersonation. A user creates a code and reads it out; the administrator who
 * enters it sees counts and the sync report, until the code expires or either of them ends it.
 */

/** The most retries when a drawn code is in use. */
const DRAWS_MAX = 20

/** Creates a code for the caller's account, which replaces its earlier one. */
export async function createSupportCode(
  sql: Sql,
  caller: Caller,
  report: SyncReport,
): Promise<SupportCode> {
  const userId = accountOf(caller.actor)
  return sql.begin(async (tx) => {
    // The lock serialises requests: two at once would both find no earlier code.
    await tx`select from users where id = ${userId} for no key update`
    await tx`delete from support_codes where user_id = ${userId} or expires_at <= now()`
    for (let draw = 0; draw < DRAWS_MAX; draw++) {
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const [made] = await tx<{ expires_at: Date }[]>`
        insert into support_codes (user_id, code, sync_report, expires_at)
        values (${userId}, ${code}, ${tx.json(report)},
          now() + ${SUPPORT_CODE_MINUTES} * interval '1 minute')
        on conflict (code) do nothing returning expires_at`
      if (!made) continue
      await audit(tx, { ...caller, action: 'support.offer', subjectId: userId })
      return { code, expires_at: made.expires_at.toISOString(), is_opened: false }
    }
    throw new Error('no support code is free')
  })
}

/** The account's live code; null without one. */
export async function ownSupportCode(sql: Queryable, userId: string): Promise<SupportCode | null> {
  const [row] = await sql<{ code: string; expires_at: Date; is_opened: boolean }[]>`
    select code, expires_at, opened_by is not null as is_opened
    from support_codes where user_id = ${userId} and expires_at > now()`
  return row ? { ...row, expires_at: row.expires_at.toISOString() } : null
}

/**
 * Opens a support code. The first administrator who uses it is the only one who can.
 * @returns the account's id.
 * @throws AppError `not_found` for a wrong or expired code, and for one that another
 *   administrator has opened
 */
export async function openSupport(sql: Sql, caller: Caller, code: string): Promise<string> {
  const { actor: admin } = caller
  return sql.begin(async (tx) => {
    const [opened] = await tx<{ user_id: string; is_first: boolean }[]>`
      update support_codes c set opened_by = ${admin.id}, opened_at = coalesce(c.opened_at, now())
      from support_codes before
      where before.user_id = c.user_id and c.code = ${code} and c.expires_at > now()
        and (c.opened_by is null or c.opened_by = ${admin.id})
      returning c.user_id, before.opened_by is null as is_first`
    if (!opened) throw new AppError('not_found', 'This code is wrong, or its time is over.')
    const { user_id: subjectId, is_first } = opened
    if (is_first) await audit(tx, { ...caller, action: 'support.open', subjectId })
    return subjectId
  })
}

/**
 * The counts and the sync report of an account's code; null when this administrator has not opened
 * one.
 */
export async function readSupport(
  sql: Queryable,
  admin: Actor,
  userId: string,
): Promise<SupportView | null> {
  const [row] = await sql<(SupportView['counts'] & SupportRead)[]>`
    select u.id as user_id, u.email, c.expires_at, c.sync_report,
      (select count(*) from lists l where l.owner_id = u.id and deleted_at is null)::integer as lists,
      (select count(*) from list_members m where m.owner_id = u.id and removed_at is null)::integer as list_members,
      (select count(*) from saved_candidates s where s.owner_id = u.id)::integer as saved_candidates,
      (select count(*) from saved_searches s where s.owner_id = u.id)::integer as saved_searches,
      (select count(*) from email_templates t where t.owner_id = u.id)::integer as email_templates,
      (select count(*) from reveals r where r.owner_id = u.id)::integer as reveals,
      (select count(*) from export_logs e where e.owner_id = u.id)::integer as exports
    from support_codes c join users u on u.id = c.user_id
    where c.user_id = ${userId} and c.opened_by = ${admin.id} and c.expires_at > now()`
  if (!row) return null
  const { user_id, email, expires_at, sync_report, ...counts } = row
  return { user_id, email, expires_at: expires_at.toISOString(), counts, sync_report }
}

interface SupportRead {
  user_id: string
  email: string
  expires_at: Date
  sync_report: SyncReport
}

/**
 * Ends a code, for its owner or for the administrator who opened it.
 * @returns whether there was one to end
 */
export async function endSupport(sql: Sql, caller: Caller, userId: string): Promise<boolean> {
  const { actor } = caller
  return sql.begin(async (tx) => {
    const { count } = await tx`
      delete from support_codes where user_id = ${userId} and expires_at > now()
        and (user_id = ${actor.id} or opened_by = ${actor.id})`
    if (count === 0) return false
    await audit(tx, { ...caller, action: 'support.end', subjectId: userId })
    return true
  })
}

/** Deletes expired codes. */
export async function purgeSupportCodes(sql: Sql): Promise<void> {
  await sql`delete from support_codes where expires_at <= now()`
}
