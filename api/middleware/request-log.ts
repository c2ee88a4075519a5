import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from '#api/context.ts'

/**
 * One line a request: what was asked for, how it ended, how long it took. The route's pattern and
 * not its URL, because queries and ids say who looked for whom.
 */
export function requestLog() {
  return createMiddleware<AppEnv>(async function requestLog(c, next) {
    const startedAt = performance.now()
    c.set('log', c.var.parts.log.child({ requestId: c.var.requestId }))
    await next()
    const { status } = c.res
    // The innermost route that was reached: the one that answered.
    const route = routePath(c)
    c.var.log[levelOf(status, route)]({
      method: c.req.method,
      route,
      status,
      ms: Math.round((performance.now() - startedAt) * 10) / 10,
    })
  })
}

/** A 503 asks to come again: of what made it a fault, another line says so. */
function levelOf(status: number, route: string): 'debug' | 'info' | 'warn' | 'error' {
  if (status === 503) return 'warn'
  if (status >= 500) return 'error'
  // The app's own calls of its stand-ins.
  return route.startsWith('/dev/') ? 'debug' : 'info'
}
