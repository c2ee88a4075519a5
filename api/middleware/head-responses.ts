import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'

/**
 * Cancels the bodies of responses to HEAD. Hono returns the headers of GET and leaves the body as
 * it is: a stream that is never read would hold its file or its rows for ever.
 */
export function headResponses() {
  return createMiddleware<AppEnv>(async function headResponses(c, next) {
    await next()
    if (c.req.method === 'HEAD') await c.res.body?.cancel()
  })
}
