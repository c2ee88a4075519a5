import { Hono } from 'hono'
import type { AppEnv } from '#api/context.ts'
import { AppError } from '#sync/contract/errors.ts'

/**
 * `/healthz`: liveness. `/readyz`: readiness of database and search, else a 503 that names the
 * unavailable part. It is also 503 as soon as the process is told to stop, while it still serves
 * requests, so that no more are routed here. Sync is reported but not required: devices work
 * without it.
 */
export const healthRoutes = new Hono<AppEnv>()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('/readyz', async (c) => {
    const { sql, search, shapes, draining } = c.var.parts
    if (draining.aborted) throw new AppError('unavailable', 'The server is stopping.')
    try {
      await sql`select 1`
    } catch {
      throw new AppError('unavailable', 'The database does not answer.')
    }
    search()
    const sync = (await shapes.isReady()) ? 'ready' : 'away'
    return c.json({ status: 'ready', sync, reason: shapes.hindrance() })
  })
