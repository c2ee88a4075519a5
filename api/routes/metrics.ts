import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { AppEnv } from '#api/context.ts'

/**
 * `/metrics`: the figures of this process in Prometheus' text format, for callers with METRICS_TOKEN
 * as their bearer token. Security: to all others, and without the setting, there is no such address.
 */
export const metricsRoutes = new Hono<AppEnv>().get('/metrics', async (c, next) => {
  const { env, metrics } = c.var.parts
  const given = c.req.header('authorization') ?? ''
  if (!env.METRICS_TOKEN || !isSame(given, `Bearer ${env.METRICS_TOKEN}`)) return next()
  const { registry } = metrics
  return c.body(await registry.metrics(), 200, {
    'Content-Type': registry.contentType,
    'Cache-Control': 'no-store',
  })
})

/** Hashed first: a comparison in constant time needs texts of one length. */
function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
