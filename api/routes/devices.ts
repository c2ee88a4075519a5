import { createRoute } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { ownerOf } from '#api/services/sync/authorize.ts'
import { noteEmptied } from '#api/services/teams/devices.ts'
import { emptiedRequest } from '#sync/contract/wire.ts'
import { errorResponses, jsonBody } from './responses.ts'

const emptied = createRoute({
  method: 'post',
  path: '/devices/emptied',
  summary: 'Report that no file of a device holds rows of these teams any longer',
  description:
    'Of the own account’s device, which need not be in the teams any more. Teams of which it was handed nothing are passed over.',
  tags: ['Sync'],
  middleware: [
    permitted('replica.sync'),
    rateLimit({ requests: 60, seconds: 60, per: 'account' }),
  ] as const,
  request: { body: jsonBody(emptiedRequest) },
  responses: { 204: { description: 'Noted.' }, ...errorResponses(400, 401, 409, 429, 503) },
})

export const deviceRoutes = router().openapi(emptied, async (c) => {
  const { actor, parts } = c.var
  const { device_id, teams, ...named } = c.req.valid('json')
  const userId = ownerOf(actor, named)
  await noteEmptied(parts.sql, { id: device_id, userId }, teams)
  return c.body(null, 204)
})
