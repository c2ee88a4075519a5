import { Hono } from 'hono'
import type { AppEnv } from '#api/context.ts'
import { AppError } from '#sync/contract/errors.ts'

/**
 * `/healthz`: the process lives. `/readyz`: database and search answer, or 503 says what does not, and
 * at once when the process begins to stop, so that nobody is sent here any more;
 * without sync devices go on with what they have, so it is told and not a reason to send them away.
 */
export const healthRoutes = new Hono<AppEnv>()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('/readyz', async (c) => {
    const { sql, search, shapes, stopping } = c.var.parts
    if (stopping.aborted) throw new AppError('search_unavailable', 'The server is stopping.')
    try {
      await sql`select 1`
    } catch {
      throw new AppError('search_unavailable', 'The database does not answer.')
    }
    search()
    const sync = (await shapes.isReady()) ? 'ready' : 'away'
    return c.json({ status: 'ready', sync, reason: shapes.hindrance() })
  })
