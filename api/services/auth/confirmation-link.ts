import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { verify } from 'hono/jwt'
import { JwtTokenExpired } from 'hono/utils/jwt/types'
import { z } from 'zod'
import { welcomeMail } from '#api/services/mail/account-messages.ts'
import { sendLater } from '#api/services/mail/mailer.ts'
import type { HookContext, HookParts } from './hook-context.ts'
import { refuseBanned } from './refuse-banned.ts'
import { hasSecondFactor } from './second-factors.ts'
import { dropPassword, isSignUpBrowser, VERIFICATION_SECONDS } from './sign-up-browser.ts'

/*
 * Mail scanners open every link of a mail, some in a browser that runs scripts. So the link leads
 * to a page, and the page confirms by a POST: at once in the browser that signed up, which has a
 * cookie that no scanner has, so its user need not press a button; in any other browser only when
 * the button is pressed.
 */

/** The path that a confirmation mail's link leads to after the confirmation. */
export const CONFIRMED_PATH = '/search'

/**
 * The page of a confirmation mail's link.
 * @param next the page that the sign-up was to continue to
 */
export function confirmationPath(token: string, next: string): string {
  return `/confirm-email?${new URLSearchParams({ token, return_to: next })}`
}

const linkPayload = z.object({ email: z.email() })

const body = z.object({
  token: z.string(),
  /** Whether the button of the page was pressed. */
  isPressed: z.boolean().default(false),
})

/**
 * Our endpoint in place of the library's, which confirms by GET: `POST /confirm-email` confirms the
 * address of an account with the mailed token, and signs in. Its outcome:
 * - `confirmed`, also when the account is signed in and already confirmed, and when the browser that
 *   signed up repeats the request, because the first response was lost
 * - `confirmed_elsewhere`: by a browser other than the one that signed up; the password is removed
 * - `unpressed`: nothing was changed, because the button must be pressed in this browser
 */
export function emailConfirmation(parts: HookParts) {
  return {
    id: 'email-confirmation',
    endpoints: {
      confirmEmail: createAuthEndpoint('/confirm-email', { method: 'POST', body }, async (ctx) => {
        const user = await accountOfLink(ctx, ctx.body.token)
        await refuseBanned(parts.sql, user.id)
        const session = await getSessionFromCtx(ctx)
        // Another account's session is not replaced without asking.
        if (session && session.user.id !== user.id) throw refused('OTHER_ACCOUNT')
        if (session && user.emailVerified) return ctx.json({ outcome: 'confirmed' })
        const isElsewhere = !(await isSignUpBrowser(ctx, user.id))
        if (user.emailVerified) {
          // Security: the link is in the browser's history. It signs in again only if no response
          // that signed in has arrived, as that response removes the mark; and it never bypasses a
          // second factor.
          if (isElsewhere || (await hasSecondFactor(parts.sql, user.id))) {
            throw refused('ALREADY_CONFIRMED')
          }
        } else if (isElsewhere && !ctx.body.isPressed) {
          return ctx.json({ outcome: 'unpressed' })
        }
        // Security: this comes before the confirmation, or a stranger's password would be valid for
        // a moment.
        if (isElsewhere) await dropPassword(ctx, user, parts)
        const { internalAdapter } = ctx.context
        const unanswered = `confirmation-session:${user.id}`
        const lost = await internalAdapter.consumeVerificationValue(unanswered)
        // Otherwise the session of the lost response would stay among the account's devices.
        if (lost) await parts.sql`delete from sessions where id = ${lost.value}`
        const opened = await internalAdapter.createSession(user.id)
        if (!isElsewhere) {
          await internalAdapter.createVerificationValue({
            identifier: unanswered,
            value: opened.id,
            expiresAt: new Date(Date.now() + VERIFICATION_SECONDS * 1000),
          })
        }
        const confirmed = await internalAdapter.updateUserByEmail(user.email, {
          emailVerified: true,
        })
        await setSessionCookie(ctx, { session: opened, user: confirmed })
        if (!user.emailVerified) {
          sendLater(parts, welcomeMail(user.email, parts.pageUrl(CONFIRMED_PATH)))
        }
        return ctx.json({ outcome: isElsewhere ? 'confirmed_elsewhere' : 'confirmed' })
      }),
    },
  } satisfies BetterAuthPlugin
}

/** @throws APIError when the link is forged or expired, or its account was deleted */
async function accountOfLink({ context }: HookContext, token: string) {
  const payload = await verify(token, context.secret, { alg: 'HS256', iat: false }).catch(
    (error: unknown) => {
      throw refused(error instanceof JwtTokenExpired ? 'TOKEN_EXPIRED' : 'INVALID_TOKEN')
    },
  )
  const { success, data } = linkPayload.safeParse(payload)
  if (!success) throw refused('INVALID_TOKEN')
  const found = await context.internalAdapter.findUserByEmail(data.email)
  if (!found) throw refused('USER_NOT_FOUND')
  return found.user
}

const REFUSALS = {
  TOKEN_EXPIRED: 'This link has expired.',
  INVALID_TOKEN: 'This link is not valid.',
  USER_NOT_FOUND: 'The account of this link was deleted.',
  ALREADY_CONFIRMED: 'This address is confirmed already.',
  OTHER_ACCOUNT: 'Another account is signed in here.',
} as const

/** The error of a link that confirms nothing; the page chooses its message by the code. */
function refused(code: keyof typeof REFUSALS): APIError {
  return new APIError('BAD_REQUEST', { code, message: REFUSALS[code] })
}
