import { randomBytes } from 'node:crypto'
import type { createAuthMiddleware } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { z } from 'zod'
import { audit } from '#api/services/audit.ts'
import type { Mail } from '#api/services/mail/mailer.ts'
import { ownPasswordMail } from '#api/services/mail/messages.ts'
import type { Sql } from '#db/client.ts'
import { RESET_SECONDS } from './options.ts'

/*
 * Anybody may sign up with somebody else's address and a password of their own. The owner of the
 * mailbox opens the link, and the stranger's password would be live. So the browser that signs up
 * keeps a cookie, and an address confirmed anywhere else loses the password it came with.
 */

/** How long the link of a confirmation mail works, and the cookie beside it. */
export const VERIFICATION_SECONDS = 24 * 60 * 60

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const verifyQuery = z.object({ token: z.string() })
const verifyPayload = z.object({ email: z.email() })

/** Marks this browser as the one that signed up: a signed cookie with the account's id. */
export async function markSignUpBrowser(ctx: HookContext, userId: string): Promise<void> {
  const { name, attributes } = cookieOf(ctx)
  await ctx.setSignedCookie(name, userId, ctx.context.secret, attributes)
}

/** Where somebody reads that they confirmed their address in another browser, and goes on. */
export function confirmedElsewherePath(next: string): string {
  const query = new URLSearchParams({ confirmed: 'elsewhere', return_to: next })
  return `/check-email-confirmation?${query}`
}

/**
 * Takes the password away from an account that is about to be confirmed by a browser which did not
 * sign it up, and writes to its owner to set one. To be called before the address is confirmed:
 * later, the stranger's password would work for a moment.
 * @returns whether it was taken away.
 */
export async function dropStrangersPassword(
  ctx: HookContext,
  { sql, sendLater, pageUrl }: DropParts,
): Promise<boolean> {
  const user = await userToConfirm(ctx)
  if (!user || user.emailVerified) return false
  const { name } = cookieOf(ctx)
  if ((await ctx.getSignedCookie(name, ctx.context.secret)) === user.id) return false
  const { internalAdapter } = ctx.context
  await sql`update auth_accounts set password = null where user_id = ${user.id}`
  await internalAdapter.deleteUserSessions(user.id)
  const token = randomBytes(24).toString('base64url')
  await internalAdapter.createVerificationValue({
    value: user.id,
    identifier: `reset-password:${token}`,
    expiresAt: new Date(Date.now() + RESET_SECONDS * 1000),
  })
  await audit(sql, {
    actor: user,
    action: 'password.reset',
    subjectId: user.id,
    details: { how: 'confirmed-elsewhere' },
  })
  sendLater(ownPasswordMail(user.email, pageUrl(`/reset-password?token=${token}`)))
  return true
}

interface DropParts {
  sql: Sql
  sendLater(mail: Mail): void
  pageUrl(path: string): string
}

/** Whom the link of a confirmation mail is for; null where the link is not ours or too old. */
async function userToConfirm({ query, context }: HookContext) {
  const { success, data } = verifyQuery.safeParse(query)
  const payload = success ? await verifyJWT(data.token, context.secret) : null
  const { data: link } = verifyPayload.safeParse(payload)
  const found = link ? await context.internalAdapter.findUserByEmail(link.email) : null
  return found?.user ?? null
}

function cookieOf({ context }: HookContext) {
  return context.createAuthCookie('signed_up', { maxAge: VERIFICATION_SECONDS })
}
