import { createRoute } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { adminFigures, figuresQuery } from '#api/contract/admin-figures.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { readFigures } from '#api/services/figures/read-figures.ts'
import { errorResponses, json } from './responses.ts'

const read = createRoute({
  method: 'get',
  path: '/admin/figures',
  summary: 'Product statistics by day or week, compared with the previous period',
  tags: ['Administration'],
  middleware: [permitted('figures.read'), rateLimit({ requests: 120, seconds: 60 })] as const,
  request: { query: figuresQuery },
  responses: {
    200: json(adminFigures, 'At most 500 points a plot.'),
    ...errorResponses(400, 403, 429),
  },
})

export const adminFigureRoutes = router().openapi(read, async (c) => {
  const { parts } = c.var
  const figures = await readFigures(parts.sql, c.req.valid('query'))
  return c.json(figures, 200)
})
