import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from '#api/context.ts'

/**
 * Counts each answer by its route's pattern. Privacy: never by the URL, whose ids and queries name
 * people, and would make a figure of each.
 */
export function requestMetrics() {
  return createMiddleware<AppEnv>(async function requestMetrics(c, next) {
    const startedAt = performance.now()
    await next()
    c.var.parts.metrics.answered({
      // The innermost matched route: the one that answered.
      route: routePath(c),
      method: c.req.method,
      status: c.res.status,
      ms: performance.now() - startedAt,
    })
  })
}
