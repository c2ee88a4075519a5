import { createRoute } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { adminStatistics as statistics } from '#api/contract/admin-statistics.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { adminStatistics } from '#api/services/admin/statistics.ts'
import { errorResponses, json } from './responses.ts'

const read = createRoute({
  method: 'get',
  path: '/admin/statistics',
  summary: 'Count accounts, plans and exports',
  tags: ['Administration'],
  middleware: [permitted('users.manage'), rateLimit({ requests: 120, seconds: 60 })] as const,
  responses: { 200: json(statistics, 'As they are now.'), ...errorResponses(403, 429) },
})

export const adminStatisticsRoutes = router().openapi(read, async (c) => {
  const { parts } = c.var
  const counts = await adminStatistics(parts.sql)
  return c.json(counts, 200)
})
