import { APIError } from 'better-auth/api'
import { isBanned } from '#api/services/accounts/bans.ts'
import type { Sql } from '#db/client.ts'

/**
 * Security: must be called only after the password or mailed link was verified, so that no one else
 * learns of a ban.
 * @throws APIError `ACCOUNT_BANNED` when the account is banned
 */
export async function refuseBanned(sql: Sql, userId: string): Promise<void> {
  if (!(await isBanned(sql, userId))) return
  throw new APIError('FORBIDDEN', {
    code: 'ACCOUNT_BANNED',
    message: 'This account was closed. Contact us if you think that is a mistake.',
  })
}
