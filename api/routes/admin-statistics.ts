import { createRoute } from '@hono/zod-openapi'
import { adminStatistics as statistics } from '../../db/schema/admin-statistics.ts'
import { authorize, router } from '../context.ts'
import { rateLimit } from '../middleware/rate-limit.ts'
import { adminStatistics } from '../services/admin-statistics.ts'
import { errorResponses, json } from './responses.ts'

const read = createRoute({
  method: 'get',
  path: '/admin/statistics',
  summary: 'Count accounts, plans and exports',
  tags: ['Administration'],
  middleware: [rateLimit({ requests: 120, seconds: 60 })] as const,
  responses: { 200: json(statistics, 'As they are now.'), ...errorResponses(403, 429) },
})

export const adminStatisticsRoutes = router().openapi(read, async (c) => {
  const { actor, parts } = c.var
  authorize(actor, 'users.manage')
  const counts = await adminStatistics(parts.sql)
  return c.json(counts, 200, { 'Cache-Control': 'private, no-store' })
})
