import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'
import { isAdminAddress, resolveActor } from '#api/services/accounts/actor.ts'
import { isShared } from '#api/services/accounts/demo-guests.ts'
import { ADMIN_SESSION_MS } from '#api/services/auth/options.ts'
import { findSession, isRenewalDue } from '#api/services/auth/session.ts'
import { tokenOf } from '#api/services/auth/session-token.ts'
import { AppError } from '#sync/contract/errors.ts'
import { VISITOR } from '#sync/contract/permissions.ts'
import { timed } from './timed.ts'

const READING = ['GET', 'HEAD', 'OPTIONS']

/** Routes that are called at every keystroke or page and show only the public directory. */
const FREQUENT: ReadonlySet<string> = new Set(['/api/search', '/api/search/suggest'])

/**
 * Sets `actor` and `account` from the session cookie alone. A session is looked up on every
 * request, so that an ended session is invalid at once, in every process; on the frequent routes it
 * is cached until NOTIFY reports a change, and for at most 2 s.
 * @throws AppError `forbidden` for a cross-site request that changes data.
 */
export function session() {
  return createMiddleware<AppEnv>(async function session(c, next) {
    const { auth, env, sql, sessions } = c.var.parts
    const context = await auth.$context
    const origin = c.req.header('origin')
    if (
      origin !== undefined &&
      !READING.includes(c.req.method) &&
      !context.isTrustedOrigin(origin)
    ) {
      throw new AppError('forbidden', 'This page may not make that call.')
    }
    c.set('actor', VISITOR)
    c.set('account', null)
    const cookie = getCookie(c, context.authCookies.sessionToken.name)
    const token = cookie && tokenOf(cookie, context.secret)
    const find = (token: string) =>
      FREQUENT.has(c.req.path) ? sessions.find(token) : findSession(sql, token)
    const found = token ? await timed(c, 'session', () => find(token)) : null
    const isAdmin = found !== null && isAdminAddress(found.user.email, env)
    const isOver = isAdmin && Date.now() - found.startedAt.getTime() > ADMIN_SESSION_MS
    // The row is deleted, not only ignored: the library's endpoints and open requests read it.
    if (isOver) await sql`delete from sessions where id = ${found.sessionId}`
    const account = isOver ? null : found
    // A user's session of an account that has since become a shared demo is invalid, and so is a
    // guest's session of an account that is no longer one.
    if (account && account.isGuest === isShared(account.user, account.entitlement, env)) {
      const now = new Date()
      // In production a password alone does not give access to the administration.
      const isAdminLocked = env.NODE_ENV === 'production' && account.factor === 'password'
      c.set('actor', resolveActor({ ...account, env, now, isAdminLocked }))
      c.set('account', account)
      if (isRenewalDue(account.expiresAt, now)) {
        const { headers } = await auth.api.getSession({
          headers: c.req.raw.headers,
          returnHeaders: true,
        })
        for (const cookie of headers.getSetCookie())
          c.header('Set-Cookie', cookie, { append: true })
      }
    }
    await next()
  })
}
