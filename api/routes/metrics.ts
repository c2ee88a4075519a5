import { Hono } from 'hono'
import type { AppEnv } from '#api/context.ts'
import { isSameSecret } from '#sync/server/constant-time.ts'

/**
 * `/metrics`: the metrics of this process in Prometheus' text format, for callers with
 * METRICS_TOKEN as their bearer token. Security: for all others, and without the setting, the
 * address does not exist.
 */
export const metricsRoutes = new Hono<AppEnv>().get('/metrics', async (c, next) => {
  const { env, metrics } = c.var.parts
  const given = c.req.header('authorization') ?? ''
  if (!env.METRICS_TOKEN || !isSameSecret(given, `Bearer ${env.METRICS_TOKEN}`)) return next()
  const { registry } = metrics
  return c.body(await registry.metrics(), 200, {
    'Content-Type': registry.contentType,
    'Cache-Control': 'no-store',
  })
})
