import { createRoute, z } from '@hono/zod-openapi'
import { callerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import { openedTeam, seatChange } from '#api/contract/teams.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { setSeats } from '#api/services/teams/seats.ts'
import { openTeam } from '#api/services/teams/teams.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const limit = rateLimit({ requests: 120, seconds: 60 })

const open = createRoute({
  method: 'post',
  path: '/admin/teams',
  summary: 'Open a team for an account, as its owner',
  tags: ['Administration'],
  middleware: [permitted('teams.manage'), limit] as const,
  request: { body: jsonBody(openedTeam) },
  responses: {
    201: json(z.object({ id: z.string() }), 'Opened, without a plan.'),
    ...errorResponses(400, 403, 404, 409, 429),
  },
})

const seats = createRoute({
  method: 'put',
  path: '/admin/teams/{id}/seats',
  summary: 'Set how many seats a team has',
  tags: ['Administration'],
  middleware: [permitted('teams.manage'), limit] as const,
  request: {
    params: z.object({ id: z.uuid() }),
    body: jsonBody(seatChange),
  },
  responses: { 204: { description: 'Set.' }, ...errorResponses(400, 403, 404, 409, 429) },
})

export const adminTeamRoutes = router()
  .openapi(open, async (c) => {
    const id = await openTeam(c.var.parts, callerOf(c), c.req.valid('json'))
    return c.json({ id }, 201)
  })
  .openapi(seats, async (c) => {
    const { id } = c.req.valid('param')
    await setSeats(c.var.parts.sql, callerOf(c), id, c.req.valid('json').seats)
    return c.body(null, 204)
  })
