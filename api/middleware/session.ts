import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'
import { isAdminAddress, resolveActor } from '#api/services/actor.ts'
import { ADMIN_SESSION_MS } from '#api/services/auth/options.ts'
import { findSession, isRenewalDue } from '#api/services/auth/session.ts'
import { tokenOf } from '#api/services/auth/session-token.ts'
import { isShared } from '#api/services/demo-guests.ts'
import { AppError } from '#sync/contract/errors.ts'
import { VISITOR } from '#sync/contract/permissions.ts'
import { timed } from './timed.ts'

const READING = ['GET', 'HEAD', 'OPTIONS']

/** Calls that come with every letter and turn of a page, and show the public directory. */
const FREQUENT: ReadonlySet<string> = new Set(['/api/search', '/api/search/suggest'])

/**
 * Decides who is asking, from the session cookie alone: sets `actor` and `account`. A session is
 * looked up on every call, so that one that was ended is over at once, on every process; on the
 * frequent ones as soon as PostgreSQL's notice of it is here, and 2 s later at the latest.
 * @throws AppError `forbidden` when a page of somebody else's makes a call that changes something.
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
    // The row itself: the library's own calls, and requests that are held open, go by it.
    if (isOver) await sql`delete from sessions where id = ${found.sessionId}`
    const account = isOver ? null : found
    // A session from before its account was shared, or a guest's of one that is no more: it is over.
    if (account && account.isGuest === isShared(account.user, account.entitlement, env)) {
      const now = new Date()
      // In production a password alone opens nothing of the administration.
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
