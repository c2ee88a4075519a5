import {
  APIError,
  createAuthMiddleware,
  createEmailVerificationToken,
  getSessionFromCtx,
  isAPIError,
} from 'better-auth/api'
import { z } from 'zod'
import { defaultName, NAME_MAX, PASSWORD_MIN } from '#api/contract/account.ts'
import { isDesignatedDemo } from '#api/services/actor.ts'
import { audit } from '#api/services/audit.ts'
import type { Mail } from '#api/services/mail/mailer.ts'
import {
  existingAccountMail,
  passwordChangedMail,
  verifyAddressMail,
} from '#api/services/mail/messages.ts'
import { isStorable } from '#db/schema/storable.ts'
import type { AuthParts } from './auth.ts'
import { isCommonPassword } from './common-passwords.ts'
import { countGuess, isGuessedOut } from './guess-limit.ts'
import { NETWORK_HEADER } from './options.ts'
import { returnAddresses } from './return-addresses.ts'
import { FACTOR_CHANGING, forgetFactors, refuseFactorChange } from './second-factors.ts'
import {
  confirmedElsewherePath,
  dropStrangersPassword,
  markSignUpBrowser,
  VERIFICATION_SECONDS,
} from './sign-up-browser.ts'

/** Where somebody lands who followed the link of a confirmation mail. */
const VERIFIED_PATH = '/search'

/** Calls that end in a mail: with the mail server away they fail alike, account or none. */
const MAILING = ['/sign-up/email', '/request-password-reset', '/send-verification-email']

/** A demo account is shared: its sessions and its password are not one visitor's to see or change. */
const CLOSED_TO_DEMO = [
  '/change-password',
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  ...FACTOR_CHANGING,
]

/** Calls that set a password, by what their body names it. */
const PASSWORD_SETTING: Record<string, string> = {
  '/sign-up/email': 'password',
  '/change-password': 'newPassword',
  '/reset-password': 'newPassword',
}

interface FactorChange {
  action: 'factor.add' | 'factor.remove'
  kind: 'code' | 'passkey'
}

/** What is traced of calls that change factors, once they succeeded. */
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
  sendLater(mail: Mail): void
  pageUrl(path: string): string
}

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** What we do before and after the library's own handling of a call. */
export function authHooks(parts: HookParts) {
  const { sql, env, mailer, sendLater, pageUrl } = parts

  const before = createAuthMiddleware(async (ctx) => {
    // First: the library hands what it is given to the database as it stands.
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
    // A code that is entered once more changes nothing: no session takes the place of this one.
    const isAgain = ctx.path === '/two-factor/verify-totp' && !ctx.context.newSession
    if (change && !isAgain) await factorChanged(ctx, user.id, change)
    if (ctx.path === '/change-password') {
      await audit(sql, { actor: user, action: 'password.reset', subjectId: user.id })
      sendLater(passwordChangedMail(user.email, pageUrl('/forgot-password')))
    }
  })

  return { before, after }

  /** What we say in a body whatever the caller says. */
  function bodyOf({ path, body }: HookContext): object {
    // Whoever knew the old password is out.
    if (path === '/change-password') return { revokeOtherSessions: true }
    // The code is asked for each time: a device that is trusted for a month is one factor.
    if (path.startsWith('/two-factor/verify-')) return { trustDevice: false }
    if (path === '/passkey/verify-registration') return { createSession: false }
    return path === '/sign-up/email' ? withName(body) : {}
  }

  async function refuseGuessing(ctx: HookContext) {
    const { success, data } = signInBody.safeParse(ctx.body)
    const network = ctx.headers?.get(NETWORK_HEADER) ?? ''
    if (!success || !(await isGuessedOut(sql, data.email, network))) return
    throw new APIError('TOO_MANY_REQUESTS', {
      code: 'TOO_MANY_ATTEMPTS',
      message: 'Too many wrong passwords. Set a new one by mail, or try again in an hour.',
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
    // Without one the library refuses.
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

  /** Whoever shows a passkey while signed in has a new session, and needs the old one no more. */
  async function endReplacedSession(ctx: HookContext) {
    const { newSession, authCookies, secret } = ctx.context
    const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
    if (!token || !newSession) return
    await sql`
      delete from sessions where token = ${token} and user_id = ${newSession.user.id}
        and id <> ${newSession.session.id}`
  }

  /** Says that an address has an account already; else the account stands once its mail is out. */
  async function finishSignUp(ctx: HookContext) {
    const { user } = signUpAnswer.parse(ctx.context.returned)
    const { callbackURL = VERIFIED_PATH } = signUpBody.parse(ctx.body)
    const { internalAdapter, secret, baseURL } = ctx.context
    const found = await internalAdapter.findUserByEmail(user.email)
    // The library answers a second sign-up as if it were the first, with an id made up.
    if (found?.user.id !== user.id) {
      sendLater(
        existingAccountMail(user.email, {
          // Somebody who forgot that they have an account goes on to where they were on the way to.
          login: pageUrl(`/login?${new URLSearchParams({ return_to: callbackURL })}`),
          recover: pageUrl('/forgot-password'),
        }),
      )
      throw new APIError('UNPROCESSABLE_ENTITY', {
        code: 'USER_ALREADY_EXISTS',
        message: 'An account with this email already exists. Please sign in instead.',
      })
    }
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
      // No account that nobody can open: the same address may try again.
      await internalAdapter.deleteUser(user.id)
      refuseWithoutMail(error)
    }
    await markSignUpBrowser(ctx, user.id)
    await audit(sql, { actor: user, action: 'sign_up', subjectId: user.id })
  }
}

/** Before the library spends the token of a mailed link, and before it looks whether there is an account. */
function refuseCommonPassword({ path, body }: HookContext) {
  const password = anyBody.parse(body)[PASSWORD_SETTING[path] ?? '']
  // A short one is refused for that, in words of its own.
  if (typeof password !== 'string' || password.length < PASSWORD_MIN) return
  if (!isCommonPassword(password)) return
  throw new APIError('BAD_REQUEST', {
    code: 'WEAK_PASSWORD',
    message: 'This password is too easy to guess. Please choose another one.',
  })
}

/** Whether every text in a value, at any depth, is one the database can hold. */
function holdsStorable(value: unknown): boolean {
  // No recursion: a body may be nested deeper than the stack goes.
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

/** A name is not asked for: the part of the address before the @ does until there is one. */
function withName(body: unknown) {
  const given = signUpBody.safeParse(body)
  if (!given.success) return {}
  const { name, email } = given.data
  return { name: name.trim().slice(0, NAME_MAX) || defaultName(email) }
}
