import type { Caller } from '#api/caller.ts'
import type { FactorResetOutcome } from '#api/contract/admin-users.ts'
import { audit } from '#api/services/audit.ts'
import { factorsResetMail } from '#api/services/mail/account-messages.ts'
import { type MailParts, trySend } from '#api/services/mail/mailer.ts'
import type { Sql } from '#db/client.ts'
import { AppError } from '#sync/contract/errors.ts'

interface ResetParts extends MailParts {
  sql: Sql
}

/**
 * Removes the passkeys and codes of an account whose owner lost them, and ends its sessions: the
 * password alone signs in until a new factor is set up. The owner is told by mail.
 * @param recoverUrl the page where the owner requests a new password.
 * @throws AppError `not_found` for an unknown account, `forbidden` for the administrator's own.
 */
export async function resetFactors(
  parts: ResetParts,
  caller: Caller,
  { userId, recoverUrl }: { userId: string; recoverUrl: string },
): Promise<FactorResetOutcome> {
  // Security: the account page requires a session that showed the factor; this must not require
  // less.
  if (userId === caller.actor.id) {
    throw new AppError('forbidden', 'You cannot reset the second factor of your own account here.')
  }
  const email = await removeSecondFactors(parts.sql, caller, userId)
  if (email === null) return { mail: 'none' }
  const isSent = await trySend(parts, factorsResetMail(email, recoverUrl))
  return { mail: isSent ? 'sent' : 'failed' }
}

/** @returns the address of the account; null when it had no second factor */
async function removeSecondFactors(
  sql: Sql,
  caller: Caller,
  userId: string,
): Promise<string | null> {
  return sql.begin(async (tx) => {
    // The account is locked first: a sign-in under way waits for this lock and then finds its
    // factor gone, and a factor being added finds no session.
    const [user] = await tx<{ email: string; has_codes: boolean }[]>`
      select email, two_factor_enabled as has_codes from users where id = ${userId} for update`
    if (!user) throw new AppError('not_found', 'There is no such account.')
    const { count: passkeys } = await tx`delete from auth_passkeys where user_id = ${userId}`
    await tx`delete from auth_two_factors where user_id = ${userId}`
    if (passkeys === 0 && !user.has_codes) return null
    await tx`
      update users set two_factor_enabled = false, updated_at = now() where id = ${userId}`
    await tx`delete from sessions where user_id = ${userId}`
    const details = { passkeys, codes: user.has_codes }
    await audit(tx, { ...caller, action: 'factor.reset', subjectId: userId, details })
    return user.email
  })
}
