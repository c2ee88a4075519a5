import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { PASSWORD_MIN } from '#api/contract/account.ts'
import { isDesignatedDemo } from '#api/services/accounts/actor.ts'
import { audit } from '#api/services/audit.ts'
import { factorChangedMail, passwordChangedMail } from '#api/services/mail/account-messages.ts'
import { sendLater } from '#api/services/mail/mailer.ts'
import { EMAIL_MAX } from '#db/schema/email-max.ts'
import { isStorableThroughout, NOT_STORABLE } from '#db/schema/storable.ts'
import { isCommonPassword } from './common-passwords.ts'
import { CONFIRMED_PATH, confirmationPath } from './confirmation-link.ts'
import { endReplacedSession, noteFactorChange } from './factor-changes.ts'
import { countGuess, isLockedOut, TOO_MANY_GUESSES } from './guess-limit.ts'
import type { HookContext, HookParts } from './hook-context.ts'
import { NETWORK_HEADER } from './options.ts'
import { returnAddresses } from './return-addresses.ts'
import { FACTOR_CHANGING, refuseFactorChange } from './second-factors.ts'
import { unmarkSignUpBrowser } from './sign-up-browser.ts'
import { finishSignUp, refuseTakenAddress, refuseWithoutMail, withName } from './sign-up-mail.ts'
import { accountToSignIn, spendCode } from './spent-codes.ts'

/**
 * Endpoints that send mail. Security: without a mail server they fail in the same way with or
 * without an account.
 */
const MAILING = ['/sign-up/email', '/request-password-reset', '/send-verification-email']

/** A demo account is shared: no visitor may see or change its sessions or its password. */
const CLOSED_TO_DEMO = [
  '/change-password',
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  ...FACTOR_CHANGING,
]

/** Endpoints that set a password, with the name of its field in the body. */
const PASSWORD_SETTING: Record<string, string> = {
  '/sign-up/email': 'password',
  '/change-password': 'newPassword',
  '/reset-password': 'newPassword',
}

/** Endpoints that require the password of a signed-in user. */
const PASSWORD_ASKING = [
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/get-totp-uri',
  '/two-factor/generate-backup-codes',
]

/** The library's codes for a wrong password, at sign-in and in a session. */
const WRONG_PASSWORD: readonly unknown[] = ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD']

const anyBody = z.record(z.string(), z.unknown()).catch({})
const signInBody = z.object({ email: z.string() })
const codeBody = z.object({ code: z.string() })
const linkQuery = z.object({ token: z.string() }).catch({ token: '' })

/** Our hooks before and after the library's handling of a request. */
export function authHooks(parts: HookParts) {
  const { sql, mailer, pageUrl } = parts

  const before = createAuthMiddleware(async (ctx) => {
    // This comes first: the library passes input to the database unchecked.
    if (![ctx.body, ctx.query, ctx.params].every(isStorableThroughout)) {
      throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT', message: NOT_STORABLE })
    }
    if (MAILING.includes(ctx.path)) await mailer.check().catch(refuseWithoutMail)
    await refuseGuessing(ctx, parts)
    if (ctx.path === '/two-factor/verify-totp') await refuseSpentCode(ctx, parts)
    if (CLOSED_TO_DEMO.includes(ctx.path)) await refuseDemo(ctx, parts)
    if (FACTOR_CHANGING.includes(ctx.path)) await refuseUnproven(ctx, parts)
    refuseCommonPassword(ctx)
    refuseLongAddress(ctx)
    const addresses = { query: returnAddresses(ctx.query), body: returnAddresses(ctx.body) }
    if (ctx.path === '/verify-email') {
      // The link is from a mail of the previous release. It must not reach the library's endpoint,
      // which confirms by GET.
      const { token } = linkQuery.parse(ctx.query)
      throw ctx.redirect(confirmationPath(token, addresses.query.callbackURL ?? CONFIRMED_PATH))
    }
    return { context: { query: addresses.query, body: { ...addresses.body, ...bodyOf(ctx) } } }
  })

  const after = createAuthMiddleware(async (ctx) => {
    const { returned } = ctx.context
    if (isAPIError(returned)) {
      if (WRONG_PASSWORD.includes(returned.body?.code)) {
        const email = await guessedAccount(ctx)
        if (email !== undefined) await countGuess(sql, email)
      }
      if (returned.body?.code === 'FAILED_TO_CREATE_USER') await refuseTakenAddress(ctx, parts)
      return
    }
    if (ctx.path === '/sign-up/email') await finishSignUp(ctx, parts)
    const opened = ctx.context.newSession
    if (opened) await unmarkSignUpBrowser(ctx, opened.user.id)
    if (ctx.path === '/passkey/verify-authentication') await endReplacedSession(ctx, sql)
    const user = ctx.context.session?.user
    if (!user) return
    if (ctx.path.startsWith('/revoke-')) {
      await audit(sql, {
        actor: user,
        action: 'session.revoke',
        details: { how: ctx.path.slice(1) },
      })
    }
    const change = await noteFactorChange(ctx, user.id, sql)
    if (change) {
      // The mail warns the owner when a thief of the session and the password adds a factor.
      sendLater(parts, factorChangedMail(user.email, change.words, pageUrl('/forgot-password')))
    }
    if (ctx.path === '/change-password') {
      await audit(sql, { actor: user, action: 'password.reset', subjectId: user.id })
      sendLater(parts, passwordChangedMail(user.email, pageUrl('/forgot-password')))
    }
  })

  return { before, after }
}

/** Body fields that we set, whatever the caller sends. */
function bodyOf({ path, body }: HookContext): object {
  // A changed password ends all other sessions.
  if (path === '/change-password') return { revokeOtherSessions: true }
  // There are no trusted devices: a device that skips the code for a month leaves a single factor.
  if (path.startsWith('/two-factor/verify-')) return { trustDevice: false }
  if (path === '/passkey/verify-registration') return { createSession: false }
  return path === '/sign-up/email' ? withName(body) : {}
}

async function refuseGuessing(ctx: HookContext, { sql }: HookParts) {
  const email = await guessedAccount(ctx)
  const network = ctx.headers?.get(NETWORK_HEADER) ?? ''
  if (email === undefined || !(await isLockedOut(sql, email, network))) return
  throw new APIError('TOO_MANY_REQUESTS', {
    code: 'TOO_MANY_ATTEMPTS',
    message: TOO_MANY_GUESSES,
  })
}

/**
 * The address of the account whose password a request states; undefined if it states none.
 * Security: this includes the session's own account, or a stolen session would allow unlimited
 * guesses.
 */
async function guessedAccount(ctx: HookContext): Promise<string | undefined> {
  if (ctx.path === '/sign-in/email') return signInBody.safeParse(ctx.body).data?.email
  if (!PASSWORD_ASKING.includes(ctx.path)) return undefined
  return (await getSessionFromCtx(ctx))?.user.email
}

async function refuseSpentCode(ctx: HookContext, { sql }: HookParts) {
  const { success, data } = codeBody.safeParse(ctx.body)
  const userId = await accountToSignIn(ctx)
  if (!success || userId === undefined || (await spendCode(sql, userId, data.code))) return
  // The error equals the library's own for a wrong code.
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' })
}

async function refuseDemo(ctx: HookContext, { env }: HookParts) {
  const session = await getSessionFromCtx<{ role: string | null; demo_account: boolean }>(ctx)
  if (session && isDesignatedDemo(session.user, env)) {
    throw new APIError('FORBIDDEN', {
      code: 'DEMO_RESTRICTED',
      message: 'This feature is disabled in demo mode',
    })
  }
}

async function refuseUnproven(ctx: HookContext, { sql }: HookParts) {
  const session = await getSessionFromCtx(ctx)
  // The library refuses a request without a session itself.
  if (!session) return
  await refuseFactorChange(sql, { sessionId: session.session.id, userId: session.user.id })
}

/** Security: runs before the library consumes the mailed token and before it looks up the account. */
function refuseCommonPassword({ path, body }: HookContext) {
  const password = anyBody.parse(body)[PASSWORD_SETTING[path] ?? '']
  // The library refuses a short password with its own message.
  if (typeof password !== 'string' || password.length < PASSWORD_MIN) return
  if (!isCommonPassword(password)) return
  throw new APIError('BAD_REQUEST', {
    code: 'WEAK_PASSWORD',
    message: 'This password is too easy to guess. Please choose another one.',
  })
}

/** No mail would reach such an address, so the account could never be confirmed. */
function refuseLongAddress({ path, body }: HookContext) {
  const { email } = anyBody.parse(body)
  if (path !== '/sign-up/email' || typeof email !== 'string' || email.length <= EMAIL_MAX) return
  throw new APIError('BAD_REQUEST', {
    code: 'INVALID_EMAIL',
    message: 'Please enter a valid email address.',
  })
}
