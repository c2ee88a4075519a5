import { createHmac } from 'node:crypto'
import type { Parts } from '#api/context.ts'
import { AppError } from '#sync/contract/errors.ts'
import { isSameSecret } from '#sync/server/constant-time.ts'

/** The content of a link that unsubscribes an account from news mails without signing in. */
interface MailOffLink {
  account: string
  token: string
}

/**
 * The links in a news mail: the reader's mail program sends a POST to `offUrl` to unsubscribe (RFC
 * 8058), and `pageUrl` is the page that asks the reader.
 */
export async function mailOffUrls(
  { auth, billing }: Pick<Parts, 'auth' | 'billing'>,
  userId: string,
): Promise<{ offUrl: string; pageUrl: string }> {
  const link = { account: userId, token: await tokenOf(auth, userId) }
  const urlOf = (path: string) => new URL(path, billing.publicUrl).href
  return {
    offUrl: urlOf(`/api/watch-mails/off?${new URLSearchParams({ ...link })}`),
    pageUrl: urlOf(unsubscribePath(link)),
  }
}

/** The page that asks before it unsubscribes: for the link's account, whoever is signed in. */
export function unsubscribePath({ account, token }: MailOffLink): string {
  return `/unsubscribe?${new URLSearchParams({ account, token })}`
}

/**
 * Unsubscribes an account from news mails, on all its devices.
 * @throws AppError `not_found` unless the token is of one of its mails
 */
export async function turnMailOff(
  { auth, sql }: Pick<Parts, 'auth' | 'sql'>,
  { account, token }: MailOffLink,
): Promise<void> {
  if (!isSameSecret(token, await tokenOf(auth, account))) {
    throw new AppError('not_found', 'The link is not valid.')
  }
  await sql`
    insert into user_settings (owner_id, key, value, updated_at)
    select id, 'notifications.watchedSearches', 'false'::jsonb, now() from users where id = ${account}
    on conflict (owner_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`
}

async function tokenOf(auth: Parts['auth'], userId: string): Promise<string> {
  const { secret } = await auth.$context
  return createHmac('sha256', secret).update(`watch-mails-off:${userId}`).digest('base64url')
}
