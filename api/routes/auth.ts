import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import type { AppEnv } from '#api/context.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { networkOf } from '#api/network.ts'
import { NETWORK_HEADER } from '#api/services/auth/options.ts'
import { refusalOf } from '#api/services/auth/refusal.ts'

/**
 * Security: endpoints that never reveal whether an account exists: the response takes equally long
 * in either case, and the slow part (mail) runs after it.
 */
const DISCREET = ['/api/auth/request-password-reset', '/api/auth/send-verification-email']
const DISCREET_MS = 600

/** Stops floods before they reach the library, whose finer limits each cost a database write. */
const flood = rateLimit({ requests: 100, seconds: 60, shared: 'auth', isForVisitors: true })

/** Passes `/api/auth/*` to the authentication library; its errors are converted to our form. */
export const authRoutes = new Hono<AppEnv>()
  .post('/auth/*', flood)
  .on(['GET', 'POST'], '/auth/*', async (c) => {
    const headers = new Headers(c.req.raw.headers)
    headers.set(NETWORK_HEADER, networkOf(c))
    const floor = DISCREET.includes(c.req.path) ? sleep(DISCREET_MS) : undefined
    const [answer] = await Promise.all([
      c.var.parts.auth.handler(new Request(c.req.raw, { headers })),
      floor,
    ])
    if (answer.status < 400) {
      // The library sets Cache-Control on some responses: it is removed, so that the middleware's
      // applies.
      answer.headers.delete('Cache-Control')
      return answer
    }
    const retryAfter = answer.headers.get('X-Retry-After')
    if (retryAfter) c.header('Retry-After', retryAfter)
    // The session has ended, so the browser must delete its cookie.
    for (const cookie of answer.headers.getSetCookie()) {
      c.header('Set-Cookie', cookie, { append: true })
    }
    throw await refusalOf(answer)
  })
