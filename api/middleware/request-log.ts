import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from '#api/context.ts'

/**
 * One log line per request: route, status, duration. Privacy: it contains the route's pattern
 * instead of the URL, because queries and ids reveal who searched for whom.
 */
export function requestLog() {
  return createMiddleware<AppEnv>(async function requestLog(c, next) {
    const startedAt = performance.now()
    c.set('log', c.var.parts.log.child({ requestId: c.var.requestId }))
    await next()
    const { status } = c.res
    // The innermost matched route, which handled the request.
    const route = routePath(c)
    c.var.log[levelOf(status, route)]({
      method: c.req.method,
      route,
      status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    })
  })
}

/** A 503 only asks the client to retry: its cause has a log line of its own. */
function levelOf(status: number, route: string): 'debug' | 'info' | 'warn' | 'error' {
  if (status === 503) return 'warn'
  if (status >= 500) return 'error'
  // The app's own requests to its stand-ins.
  return route.startsWith('/dev/') ? 'debug' : 'info'
}
