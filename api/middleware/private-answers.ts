import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'

/**
 * Keeps answers, errors too, out of caches: they are for the one who asked. A route whose answers may
 * be kept sets Cache-Control itself. Like the security headers it is added as the answer leaves.
 */
export function privateAnswers() {
  return createMiddleware<AppEnv>(async function privateAnswers(c, next) {
    await next()
    const { headers } = c.res
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
  })
}
