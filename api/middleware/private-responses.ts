import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'

/**
 * Keeps responses, errors included, out of caches: they are for one user. A route whose responses
 * may be cached sets Cache-Control itself. Like the security headers, it is added as the response
 * leaves.
 */
export function privateResponses() {
  return createMiddleware<AppEnv>(async function privateResponses(c, next) {
    await next()
    const { headers } = c.res
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
  })
}
