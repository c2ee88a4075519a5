import { createRoute, z } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { seatChange } from '#api/contract/teams.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { networkOf, rateLimit } from '#api/middleware/rate-limit.ts'
import { setSeats } from '#api/services/teams/seats.ts'
import { errorResponses } from './responses.ts'

const seats = createRoute({
  method: 'put',
  path: '/admin/teams/{id}/seats',
  summary: 'Set how many seats a team has',
  tags: ['Administration'],
  middleware: [permitted('teams.manage'), rateLimit({ requests: 120, seconds: 60 })] as const,
  request: {
    params: z.object({ id: z.uuid() }),
    body: { required: true, content: { 'application/json': { schema: seatChange } } },
  },
  responses: { 204: { description: 'Set.' }, ...errorResponses(400, 403, 404, 409, 429) },
})

export const adminTeamRoutes = router().openapi(seats, async (c) => {
  const { actor, parts } = c.var
  const { id } = c.req.valid('param')
  await setSeats(parts.sql, actor, id, c.req.valid('json').seats, networkOf(c))
  return c.body(null, 204)
})
