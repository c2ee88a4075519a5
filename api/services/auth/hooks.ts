import {
  APIError,
  createAuthMiddleware,
  createEmailVerificationToken,
  getSessionFromCtx,
  isAPIError,
} from 'better-auth/api'
import { z } from 'zod'
import { defaultName, NAME_MAX, PASSWORD_MIN } from '#api/contract/account.ts'
import { isDesignatedDemo } from '#api/services/accounts/actor.ts'
import { audit } from '#api/services/audit.ts'
import { sendLater } from '#api/services/mail/mailer.ts'
import {
  existingAccountMail,
  passwordChangedMail,
  verifyAddressMail,
} from '#api/services/mail/messages.ts'
import { isStorable } from '#db/schema/storable.ts'
import type { AuthParts } from './auth.ts'
import { isCommonPassword } from './common-passwords.ts'
import { countGuess, isLockedOut, TOO_MANY_GUESSES } from './guess-limit.ts'
import { NETWORK_HEADER } from './options.ts'
import { returnAddresses } from './return-addresses.ts'
import { FACTOR_CHANGING, forgetFactors, refuseFactorChange } from './second-factors.ts'
import {
  confirmedElsewherePath,
  dropStrangersPassword,
  markSignUpBrowser,
  VERIFICATION_SECONDS,
} from './sign-up-browser.ts'

/** Where the link of a confirmation mail leads after the confirmation. */
const VERIFIED_PATH = '/search'

/**
 * Endpoints that send mail. Security: without a mail server they fail alike, with or without an
 * account.
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

interface FactorChange {
  action: 'factor.add' | 'factor.remove'
  kind: 'code' | 'passkey'
}

/** The trace that each successful factor change leaves. */
const FACTOR_CHANGES: Record<string, FactorChange> = {
  '/two-factor/verify-totp': { action: 'factor.add', kind: 'code' },
  '/two-factor/disable': { action: 'factor.remove', kind: 'code' },
  '/passkey/verify-registration': { action: 'factor.add', kind: 'passkey' },
  '/passkey/delete-passkey': { action: 'factor.remove', kind: 'passkey' },
}

const anyBody = z.record(z.string(), z.unknown()).catch({})
const signUpBody = z.object({
  email: z.string(),
  name: z.string().default(''),
  callbackURL: z.string().optional(),
})
const signInBody = z.object({ email: z.string() })
const signUpAnswer = z.object({ user: z.object({ id: z.string(), email: z.string() }) })

interface HookParts extends AuthParts {
  pageUrl(path: string): string
}

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Our hooks before and after the library's handling of a request. */
export function authHooks(parts: HookParts) {
  const { sql, env, mailer, pageUrl } = parts

  const before = createAuthMiddleware(async (ctx) => {
    // First: the library passes input to the database unchecked.
    if (![ctx.body, ctx.query, ctx.params].every(holdsStorable)) {
      throw new APIError('BAD_REQUEST', {
        code: 'INVALID_INPUT',
        message: 'This is not valid text.',
      })
    }
    if (MAILING.includes(ctx.path)) await mailer.check().catch(refuseWithoutMail)
    if (ctx.path === '/sign-in/email') await refuseGuessing(ctx)
    if (CLOSED_TO_DEMO.includes(ctx.path)) await refuseDemo(ctx)
    if (FACTOR_CHANGING.includes(ctx.path)) await refuseUnproven(ctx)
    refuseCommonPassword(ctx)
    const addresses = { query: returnAddresses(ctx.query), body: returnAddresses(ctx.body) }
    const { callbackURL } = addresses.query
    if (ctx.path === '/verify-email' && (await dropStrangersPassword(ctx, parts)) && callbackURL) {
      addresses.query.callbackURL = confirmedElsewherePath(callbackURL)
    }
    return { context: { query: addresses.query, body: { ...addresses.body, ...bodyOf(ctx) } } }
  })

  const after = createAuthMiddleware(async (ctx) => {
    const { returned } = ctx.context
    if (isAPIError(returned)) {
      const { success, data } = signInBody.safeParse(ctx.body)
      const isGuess = returned.body?.code === 'INVALID_EMAIL_OR_PASSWORD'
      if (isGuess && success) await countGuess(sql, data.email)
      if (returned.body?.code === 'FAILED_TO_CREATE_USER') await refuseTakenAddress(ctx)
      return
    }
    if (ctx.path === '/sign-up/email') await finishSignUp(ctx)
    if (ctx.path === '/passkey/verify-authentication') await endReplacedSession(ctx)
    const user = ctx.context.session?.user
    if (!user) return
    if (ctx.path.startsWith('/revoke-')) {
      await audit(sql, {
        actor: user,
        action: 'session.revoke',
        details: { how: ctx.path.slice(1) },
      })
    }
    const change = FACTOR_CHANGES[ctx.path]
    // Verifying the same code again changes nothing: no new session replaces this one.
    const isAgain = ctx.path === '/two-factor/verify-totp' && !ctx.context.newSession
    if (change && !isAgain) await factorChanged(ctx, user.id, change)
    if (ctx.path === '/change-password') {
      await audit(sql, { actor: user, action: 'password.reset', subjectId: user.id })
      sendLater(parts, passwordChangedMail(user.email, pageUrl('/forgot-password')))
    }
  })

  return { before, after }

  /** Body fields that we force, whatever the caller sends. */
  function bodyOf({ path, body }: HookContext): object {
    // A changed password ends all other sessions.
    if (path === '/change-password') return { revokeOtherSessions: true }
    // No trusted devices: one that skips the code for a month leaves a single factor.
    if (path.startsWith('/two-factor/verify-')) return { trustDevice: false }
    if (path === '/passkey/verify-registration') return { createSession: false }
    return path === '/sign-up/email' ? withName(body) : {}
  }

  async function refuseGuessing(ctx: HookContext) {
    const { success, data } = signInBody.safeParse(ctx.body)
    const network = ctx.headers?.get(NETWORK_HEADER) ?? ''
    if (!success || !(await isLockedOut(sql, data.email, network))) return
    throw new APIError('TOO_MANY_REQUESTS', {
      code: 'TOO_MANY_ATTEMPTS',
      message: TOO_MANY_GUESSES,
    })
  }

  async function refuseDemo(ctx: HookContext) {
    const session = await getSessionFromCtx<{ role: string | null; demo_account: boolean }>(ctx)
    if (session && isDesignatedDemo(session.user, env)) {
      throw new APIError('FORBIDDEN', {
        code: 'DEMO_RESTRICTED',
        message: 'This feature is disabled in demo mode',
      })
    }
  }

  async function refuseUnproven(ctx: HookContext) {
    const session = await getSessionFromCtx(ctx)
    // The library refuses a request without a session.
    if (!session) return
    await refuseFactorChange(sql, { sessionId: session.session.id, userId: session.user.id })
  }

  async function factorChanged(ctx: HookContext, userId: string, change: FactorChange) {
    const { action, kind } = change
    if (action === 'factor.add' && kind === 'passkey') {
      await sql`
        update sessions set factor = 'passkey', confirmed_at = now()
        where id = ${ctx.context.session?.session.id ?? ''}`
    }
    if (action === 'factor.remove') await forgetFactors(sql, userId)
    const network = ctx.headers?.get(NETWORK_HEADER) ?? ''
    await audit(sql, {
      actor: { id: userId },
      action,
      subjectId: userId,
      details: { kind },
      network,
    })
  }

  /** A passkey shown while signed in opens a new session; the one before it is ended. */
  async function endReplacedSession(ctx: HookContext) {
    const { newSession, authCookies, secret } = ctx.context
    const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
    if (!token || !newSession) return
    await sql`
      delete from sessions where token = ${token} and user_id = ${newSession.user.id}
        and id <> ${newSession.session.id}`
  }

  /**
   * Sends the mail of a sign-up: "you have an account already", or the confirmation that must go out
   * for the account to stay.
   */
  async function finishSignUp(ctx: HookContext) {
    const { user } = signUpAnswer.parse(ctx.context.returned)
    const { callbackURL = VERIFIED_PATH } = signUpBody.parse(ctx.body)
    const { internalAdapter, secret, baseURL } = ctx.context
    const found = await internalAdapter.findUserByEmail(user.email)
    // For a known address the library answers as for a new one, with a made-up id.
    if (found?.user.id !== user.id) refuseKnownAddress(ctx, user.email)
    const token = await createEmailVerificationToken(
      secret,
      user.email,
      undefined,
      VERIFICATION_SECONDS,
    )
    const query = new URLSearchParams({ token, callbackURL })
    try {
      await mailer.send(verifyAddressMail(user.email, `${baseURL}/verify-email?${query}`))
    } catch (error) {
      // Without its mail the account could never be opened: the same address may sign up again.
      await internalAdapter.deleteUser(user.id)
      refuseWithoutMail(error)
    }
    await markSignUpBrowser(ctx, user.id)
    await audit(sql, { actor: user, action: 'sign_up', subjectId: user.id })
  }

  /** Of two sign-ups at once with one address the library cannot make the second account. */
  async function refuseTakenAddress(ctx: HookContext) {
    const { email } = signUpBody.parse(ctx.body)
    const found = await ctx.context.internalAdapter.findUserByEmail(email)
    if (found) refuseKnownAddress(ctx, found.user.email)
  }

  /** Tells the owner of the account of the attempt, and the caller that there is one. */
  function refuseKnownAddress(ctx: HookContext, email: string): never {
    const { callbackURL = VERIFIED_PATH } = signUpBody.parse(ctx.body)
    sendLater(
      parts,
      existingAccountMail(email, {
        // The return address survives the detour over sign-in.
        login: pageUrl(`/login?${new URLSearchParams({ return_to: callbackURL })}`),
        recover: pageUrl('/forgot-password'),
      }),
    )
    throw new APIError('UNPROCESSABLE_ENTITY', {
      code: 'USER_ALREADY_EXISTS',
      message: 'An account with this email already exists. Please sign in instead.',
    })
  }
}

/** Security: runs before the library uses up the mailed token and before it looks up the account. */
function refuseCommonPassword({ path, body }: HookContext) {
  const password = anyBody.parse(body)[PASSWORD_SETTING[path] ?? '']
  // The library refuses a short one with a message of its own.
  if (typeof password !== 'string' || password.length < PASSWORD_MIN) return
  if (!isCommonPassword(password)) return
  throw new APIError('BAD_REQUEST', {
    code: 'WEAK_PASSWORD',
    message: 'This password is too easy to guess. Please choose another one.',
  })
}

/** Whether the database can store every string in a value, at any depth. */
function holdsStorable(value: unknown): boolean {
  // No recursion: a body may be nested deeper than the stack.
  const pending = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next === 'string' && !isStorable(next)) return false
    if (typeof next === 'object' && next !== null) {
      for (const [key, held] of Object.entries(next)) pending.push(key, held)
    }
  }
  return true
}

function refuseWithoutMail(cause: unknown): never {
  throw new APIError(
    'SERVICE_UNAVAILABLE',
    { code: 'MAIL_UNAVAILABLE', message: 'We cannot send mail right now. Please try again later.' },
    { cause: String((cause as { code?: string }).code) },
  )
}

/** Sign-up asks for no name: the local part of the address stands in for it. */
function withName(body: unknown) {
  const given = signUpBody.safeParse(body)
  if (!given.success) return {}
  const { name, email } = given.data
  return { name: name.trim().slice(0, NAME_MAX) || defaultName(email) }
}
