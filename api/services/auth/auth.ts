import { betterAuth } from 'better-auth'
import type { Env } from '#api/env.ts'
import { endGuests, openGuest } from '#api/services/accounts/demo-guests.ts'
import { audit } from '#api/services/audit.ts'
import {
  passwordChangedMail,
  resetPasswordMail,
  verifyAddressMail,
} from '#api/services/mail/account-messages.ts'
import { type Mailer, sendLater } from '#api/services/mail/mailer.ts'
import type { Sql } from '#db/client.ts'
import { confirmationPath, emailConfirmation } from './confirmation-link.ts'
import { forgetGuesses } from './guess-limit.ts'
import { authHooks } from './hooks.ts'
import { sendLimited } from './mail-limit.ts'
import { type AuthOptions, authOptions } from './options.ts'
import { refuseBanned } from './refuse-banned.ts'
import { factorOf } from './second-factors.ts'
import { VERIFICATION_SECONDS } from './sign-up-browser.ts'

export interface AuthParts extends AuthOptions {
  env: Pick<Env, 'DEMO_EMAIL' | 'ADMIN_EMAILS'>
  mailer: Mailer
}

/**
 * Sign-up, sign-in, recovery and sessions: the authentication library with our mails and audit
 * entries. `/api/auth/*` passes requests to it unchanged and returns its JSON.
 */
export function createAuth(parts: AuthParts) {
  const { sql, env, origins } = parts
  const options = authOptions(parts)
  const pageUrl = (path: string) => new URL(path, origins[0]).href

  return betterAuth({
    ...options,
    plugins: [...options.plugins, emailConfirmation({ ...parts, pageUrl })],
    emailAndPassword: {
      ...options.emailAndPassword,
      sendResetPassword: async ({ user, url, token }) => {
        await sendLimited(
          parts,
          user.id,
          resetPasswordMail(user.email, pageUrl(resetPath(url, token))),
        )
      },
      onPasswordReset: async ({ user }) => {
        // The reset link was mailed, so its use verifies the address.
        await sql`update users set email_verified = true where id = ${user.id}`
        await forgetGuesses(sql, user.email)
        await endGuests(sql, user.id)
        await audit(sql, { actor: user, action: 'password.reset', subjectId: user.id })
        sendLater(parts, passwordChangedMail(user.email, pageUrl('/forgot-password')))
      },
    },
    emailVerification: {
      // The hook after sign-up sends the mail, so that a failed mail fails the sign-up.
      sendOnSignUp: false,
      expiresIn: VERIFICATION_SECONDS,
      sendVerificationEmail: async ({ user, url, token }) => {
        const next = new URL(url).searchParams.get('callbackURL') ?? ''
        await sendLimited(
          parts,
          user.id,
          verifyAddressMail(user.email, pageUrl(confirmationPath(token, next))),
        )
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async ({ userId }, ctx) => {
            await refuseBanned(sql, userId)
            const guestId = await openGuest(sql, userId, env)
            const shown = { factor: factorOf(ctx?.path), confirmed_at: new Date() }
            return { data: guestId === null ? shown : { ...shown, userId: guestId } }
          },
          after: async ({ userId, ipAddress }, ctx) => {
            const network = ipAddress ?? ''
            // A session that replaces another (after a factor was set up) is not a sign-in, and the
            // library ends at once a session that still waits for a code.
            if (ctx?.context.session || (await isHalfSignedIn(sql, userId, ctx?.path))) return
            await sql`
              update users set last_sign_in_at = now()
              where id = (select coalesce(demo_of, id) from users where id = ${userId})`
            // Demo guests are deleted later, so the audit entry names the shared account.
            const [guest] = await sql<{ demo_of: string }[]>`
              select demo_of from users where id = ${userId} and demo_of is not null`
            const subject = guest && { subjectId: guest.demo_of }
            await audit(sql, { actor: { id: userId }, action: 'sign_in', ...subject, network })
          },
        },
      },
    },
    hooks: authHooks({ ...parts, pageUrl }),
  })
}

/**
 * The page where a new password is set, with the return address to continue to. Security: the token
 * goes to no other page, whatever that address is.
 * @param url the library's own link, which contains the return address of the request
 */
function resetPath(url: string, token: string): string {
  const asked = new URL(url).searchParams.get('callbackURL') ?? ''
  const next = new URLSearchParams(asked.split('?')[1]).get('return_to')
  const query = new URLSearchParams({ token, ...(next ? { return_to: next } : {}) })
  return `/reset-password?${query}`
}

/** Whether the password was right and the second factor is still missing. */
async function isHalfSignedIn(sql: Sql, userId: string, path: string | undefined) {
  if (path !== '/sign-in/email') return false
  const [user] = await sql`select 1 from users where id = ${userId} and two_factor_enabled`
  return user !== undefined
}

export type Auth = ReturnType<typeof createAuth>
