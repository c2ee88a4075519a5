import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Parts } from '#api/context.ts'
import { AppError } from '#sync/contract/errors.ts'

/** Where a mail program turns the mails of news off, without signing in (RFC 8058). */
export async function mailOffUrl(
  { auth, billing }: Pick<Parts, 'auth' | 'billing'>,
  userId: string,
): Promise<string> {
  const url = new URL('/api/watch-mails/off', billing.publicUrl)
  url.searchParams.set('account', userId)
  url.searchParams.set('token', await tokenOf(auth, userId))
  return url.href
}

/**
 * Turns an account's mails of news off, on all its devices.
 * @throws AppError `not_found` unless the token is of one of its mails.
 */
export async function turnMailOff(
  { auth, sql }: Pick<Parts, 'auth' | 'sql'>,
  { account, token }: { account: string; token: string },
): Promise<void> {
  const [given, expected] = [Buffer.from(token), Buffer.from(await tokenOf(auth, account))]
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isOurs) throw new AppError('not_found', 'The link is not valid.')
  await sql`
    insert into user_settings (owner_id, key, value, updated_at)
    select id, 'notifications.watchedSearches', 'false'::jsonb, now() from users where id = ${account}
    on conflict (owner_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`
}

async function tokenOf(auth: Parts['auth'], userId: string): Promise<string> {
  const { secret } = await auth.$context
  return createHmac('sha256', secret).update(`watch-mails-off:${userId}`).digest('base64url')
}
