import { createHash, randomUUID } from 'node:crypto'
import type { Sql } from '#db/client.ts'
import type { HookContext } from './hook-context.ts'

/** How long the library accepts a code: its period of 30 s, the one before and the one after. */
const TAKEN_MS = 90_000

/** The cookie of a sign-in whose password was right and that still needs a code. */
const CHALLENGE_COOKIE = 'two_factor'

/**
 * Marks the code of an authenticator app as used (RFC 6238, 5.2): a code that was observed, or
 * typed into a phishing page, could otherwise sign in a second time. Codes are stored beside the
 * rate limits, whose old rows the library deletes; wrong codes too, because this runs before the
 * library's check.
 * @returns false for a code that was already used
 */
export async function spendCode(sql: Sql, userId: string, code: string): Promise<boolean> {
  const now = Date.now()
  // The key is hashed, so that the table contains no codes.
  const key = `code|${createHash('sha256').update(`${userId}:${code}`).digest('hex')}`
  const spent = await sql`
    insert into auth_rate_limits as kept (id, key, count, last_request)
    values (${randomUUID()}, ${key}, 1, ${now})
    on conflict (key) do update set last_request = excluded.last_request
      where kept.last_request <= ${now - TAKEN_MS}
    returning 1`
  return spent.length > 0
}

/** The account of a sign-in that waits for its code; undefined when there is none. */
export async function accountToSignIn({
  context,
  getSignedCookie,
}: HookContext): Promise<string | undefined> {
  const { name } = context.createAuthCookie(CHALLENGE_COOKIE)
  const challenge = await getSignedCookie(name, context.secret)
  if (!challenge) return undefined
  return (await context.internalAdapter.findVerificationValue(challenge))?.value
}
