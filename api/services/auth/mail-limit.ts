import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { sharedLimiter } from '#api/middleware/rate-limit.ts'
import { type Mail, type MailParts, sendLater } from '#api/services/mail/mailer.ts'
import type { Sql } from '#db/client.ts'

/** Mails an hour to one account that strangers can cause: links to recover and to confirm, failed sign-ups. */
const MAILS_MAX = 5
const WINDOW_SECONDS = 60 * 60

const limiters = new WeakMap<Sql, RateLimiterPostgres>()

/**
 * Sends a mail that a stranger can cause, without being awaited; beyond the limit of the account none, and
 * nobody is told, because that would tell that the account exists.
 */
export async function sendLimited(
  { sql, ...parts }: MailParts & { sql: Sql },
  userId: string,
  mail: Mail,
): Promise<void> {
  if (await isAdmitted(sql, userId)) sendLater(parts, mail)
}

async function isAdmitted(sql: Sql, userId: string): Promise<boolean> {
  const limit = { points: MAILS_MAX, duration: WINDOW_SECONDS, keyPrefix: 'account_mails' }
  const limiter = limiters.get(sql) ?? sharedLimiter(sql, limit)
  limiters.set(sql, limiter)
  try {
    await limiter.consume(userId)
    return true
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    return false
  }
}
