import { randomBytes } from 'node:crypto'
import { audit } from '#api/services/audit.ts'
import { ownPasswordMail } from '#api/services/mail/account-messages.ts'
import { type MailParts, sendLater } from '#api/services/mail/mailer.ts'
import type { Sql } from '#db/client.ts'
import type { HookContext } from './hook-context.ts'
import { RESET_SECONDS } from './options.ts'

/*
 * A stranger may sign up with another person's address and a password of their own. Once the owner
 * of the mailbox opens the link, that password would be valid. So the browser that signs up gets a
 * cookie, and an address that is confirmed in any other browser loses the password it was created
 * with. The response that signs the browser in removes the cookie.
 */

/** How long the link of a confirmation mail and the cookie beside it are valid. */
export const VERIFICATION_SECONDS = 24 * 60 * 60

/** Marks this browser as the one that signed up: a signed cookie with the account's id. */
export async function markSignUpBrowser(ctx: HookContext, userId: string): Promise<void> {
  const { name, attributes } = cookieOf(ctx)
  await ctx.setSignedCookie(name, userId, ctx.context.secret, attributes)
}

/** Removes the mark. */
export async function unmarkSignUpBrowser(ctx: HookContext, userId: string): Promise<void> {
  if (!(await isSignUpBrowser(ctx, userId))) return
  const { name, attributes } = cookieOf(ctx)
  ctx.setCookie(name, '', { ...attributes, maxAge: 0 })
}

/** Whether this browser signed the account up and has not been signed in to it since. */
export async function isSignUpBrowser(ctx: HookContext, userId: string): Promise<boolean> {
  return (await ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret)) === userId
}

/**
 * Removes the password of an account that is being confirmed by a browser other than the one that
 * signed up, and mails its owner a link to set one.
 */
export async function dropPassword(
  { context: { internalAdapter } }: HookContext,
  user: { id: string; email: string },
  parts: DropParts,
): Promise<void> {
  await parts.sql`update auth_accounts set password = null where user_id = ${user.id}`
  await internalAdapter.deleteUserSessions(user.id)
  const token = randomBytes(24).toString('base64url')
  await internalAdapter.createVerificationValue({
    value: user.id,
    identifier: `reset-password:${token}`,
    expiresAt: new Date(Date.now() + RESET_SECONDS * 1000),
  })
  await audit(parts.sql, {
    actor: user,
    action: 'password.reset',
    subjectId: user.id,
    details: { how: 'confirmed-elsewhere' },
  })
  sendLater(parts, ownPasswordMail(user.email, parts.pageUrl(`/reset-password?token=${token}`)))
}

interface DropParts extends MailParts {
  sql: Sql
  pageUrl(path: string): string
}

function cookieOf({ context }: HookContext) {
  return context.createAuthCookie('signed_up', { maxAge: VERIFICATION_SECONDS })
}
