import { createRoute, z } from '@hono/zod-openapi'
import type { MiddlewareHandler } from 'hono'
import { type AppEnv, router } from '#api/context.ts'
import { specialtyCount } from '#api/contract/search.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { errorResponses, json } from './responses.ts'

/** How long a browser keeps the counts. */
const CACHE_SECONDS = 300

const counts = <Path extends string>(
  path: Path,
  summary: string,
  ...before: MiddlewareHandler<AppEnv>[]
) =>
  createRoute({
    method: 'get',
    path,
    summary,
    tags: ['Specialties'],
    middleware: [
      ...before,
      rateLimit({
        requests: 300,
        seconds: 60,
        shared: `counts${path}`,
        isForVisitors: true,
        batch: 10,
      }),
    ],
    responses: {
      200: json(z.array(specialtyCount), 'Most frequent first; spellings merged.'),
      ...errorResponses(429, 503),
    },
  })

export const specialtyRoutes = router()
  .openapi(
    counts('/specialties/counts', 'People per specialty', permitted('specialties.read')),
    async (c) =>
      c.json(await c.var.parts.search().specialtyCounts(), 200, {
        'Cache-Control': `private, max-age=${CACHE_SECONDS}`,
      }),
  )
  .openapi(counts('/specialties/counts/public', 'People per specialty, for visitors'), async (c) =>
    c.json(await c.var.parts.search().specialtyCounts(), 200, {
      'Cache-Control': `public, max-age=${CACHE_SECONDS}`,
    }),
  )
