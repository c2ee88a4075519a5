import { Hono } from 'hono'
import { AppError } from '../../sync/contract/errors.ts'
import type { AppEnv } from '../context.ts'

/** `/healthz`: the process lives. `/readyz`: database and search answer, or 503 says what does not. */
export const healthRoutes = new Hono<AppEnv>()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .get('/readyz', async (c) => {
    const { sql, search } = c.var.parts
    try {
      await sql`select 1`
    } catch {
      throw new AppError('search_unavailable', 'The database does not answer.')
    }
    search()
    return c.json({ status: 'ready' })
  })
