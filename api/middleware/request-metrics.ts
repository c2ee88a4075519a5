import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from '#api/context.ts'

/**
 * Counts each response by its route's pattern. Privacy: never by the URL, whose ids and queries
 * name people, and which would be a time series of its own.
 */
export function requestMetrics() {
  return createMiddleware<AppEnv>(async function requestMetrics(c, next) {
    const startedAt = performance.now()
    await next()
    c.var.parts.metrics.answered({
      // The innermost matched route, which handled the request.
      route: routePath(c),
      method: c.req.method,
      status: c.res.status,
      ms: performance.now() - startedAt,
    })
  })
}
