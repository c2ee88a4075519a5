import { createRoute, z } from '@hono/zod-openapi'
import { banRequest, userId } from '../../db/schema/users.ts'
import { authorize, router } from '../context.ts'
import { networkOf, rateLimit } from '../middleware/rate-limit.ts'
import { banAccount, unbanAccount } from '../services/bans.ts'
import { errorResponses } from './responses.ts'

const limit = rateLimit({ requests: 120, seconds: 60 })
const tags = ['Administration']
const params = z.object({ id: userId })

const ban = createRoute({
  method: 'post',
  path: '/admin/users/{id}/ban',
  summary: 'Shut an account out and end its sessions',
  tags,
  middleware: [limit] as const,
  request: {
    params,
    body: { required: true, content: { 'application/json': { schema: banRequest } } },
  },
  responses: { 204: { description: 'Banned.' }, ...errorResponses(400, 403, 404, 429) },
})

const unban = createRoute({
  method: 'post',
  path: '/admin/users/{id}/unban',
  summary: 'Let a banned account sign in again',
  tags,
  middleware: [limit] as const,
  request: { params },
  responses: { 204: { description: 'Not banned.' }, ...errorResponses(400, 403, 404, 429) },
})

export const adminUserRoutes = router()
  .openapi(ban, async (c) => {
    const { actor, parts } = c.var
    authorize(actor, 'users.manage')
    const { reason } = c.req.valid('json')
    await banAccount(parts.sql, actor, c.req.valid('param').id, reason, networkOf(c))
    return c.body(null, 204)
  })
  .openapi(unban, async (c) => {
    const { actor, parts } = c.var
    authorize(actor, 'users.manage')
    await unbanAccount(parts.sql, actor, c.req.valid('param').id, networkOf(c))
    return c.body(null, 204)
  })
