import { createHash, randomUUID } from 'node:crypto'
import type { Sql } from '#db/client.ts'
import type { HookContext } from './hook-context.ts'

/** As long as the library takes a code: its period of 30 s, the one before and the one after. */
const TAKEN_MS = 90_000

/** The cookie of a sign-in whose password was right. */
const CHALLENGE_COOKIE = 'two_factor'

/**
 * Spends the code of an authenticator app (RFC 6238, 5.2): one that was seen, or typed into a foreign
 * page, would sign in a second time. Kept beside the limits, of which the library deletes old ones; a
 * wrong code, too, for it is looked at before the library does.
 * @returns false for one that was spent.
 */
export async function spendCode(sql: Sql, userId: string, code: string): Promise<boolean> {
  const now = Date.now()
  // Hashed: the table holds no codes.
  const key = `code|${createHash('sha256').update(`${userId}:${code}`).digest('hex')}`
  const spent = await sql`
    insert into auth_rate_limits as kept (id, key, count, last_request)
    values (${randomUUID()}, ${key}, 1, ${now})
    on conflict (key) do update set last_request = excluded.last_request
      where kept.last_request <= ${now - TAKEN_MS}
    returning 1`
  return spent.length > 0
}

/** The account of a sign-in that waits for its code; undefined where there is none. */
export async function accountToSignIn({
  context,
  getSignedCookie,
}: HookContext): Promise<string | undefined> {
  const { name } = context.createAuthCookie(CHALLENGE_COOKIE)
  const challenge = await getSignedCookie(name, context.secret)
  if (!challenge) return undefined
  return (await context.internalAdapter.findVerificationValue(challenge))?.value
}
