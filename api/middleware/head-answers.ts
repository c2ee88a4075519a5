import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#api/context.ts'

/**
 * Gives up the bodies of answers to HEAD. Hono answers with the headers that GET has and leaves the body as
 * it is: a stream that nobody reads would hold its file or its rows for ever.
 */
export function headAnswers() {
  return createMiddleware<AppEnv>(async function headAnswers(c, next) {
    await next()
    if (c.req.method === 'HEAD') await c.res.body?.cancel()
  })
}
