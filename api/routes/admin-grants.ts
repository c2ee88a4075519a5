import { createRoute, z } from '@hono/zod-openapi'
import { adminGrant, grantRequest, revokeRequest } from '../../db/schema/demo-grants.ts'
import { authorize, router } from '../context.ts'
import { networkOf, rateLimit } from '../middleware/rate-limit.ts'
import { grantAccess, listGrants, revokeAccess } from '../services/demo-grants.ts'
import { errorResponses, json } from './responses.ts'

const limit = rateLimit({ requests: 120, seconds: 60 })
const tags = ['Administration']

const list = createRoute({
  method: 'get',
  path: '/admin/grants',
  summary: 'List demo grants, newest first',
  tags,
  middleware: [limit] as const,
  responses: {
    200: json(z.object({ grants: z.array(adminGrant) }), 'The grants of all accounts.'),
    ...errorResponses(403, 429),
  },
})

const grant = createRoute({
  method: 'post',
  path: '/admin/grants',
  summary: 'Grant demo access to an account',
  tags,
  middleware: [limit] as const,
  request: {
    body: { required: true, content: { 'application/json': { schema: grantRequest } } },
  },
  responses: {
    201: json(z.object({ id: z.uuid() }), 'Granted, in place of an older grant of the feature.'),
    ...errorResponses(400, 403, 404, 429),
  },
})

const revoke = createRoute({
  method: 'post',
  path: '/admin/grants/revoke',
  summary: "Take back an account's demo access",
  tags,
  middleware: [limit] as const,
  request: {
    body: { required: true, content: { 'application/json': { schema: revokeRequest } } },
  },
  responses: {
    200: json(z.object({ revoked: z.number().int() }), 'How many grants were in force.'),
    ...errorResponses(400, 403, 404, 429),
  },
})

export const adminGrantRoutes = router()
  .openapi(list, async (c) => {
    const { actor, parts } = c.var
    authorize(actor, 'grants.manage')
    const grants = await listGrants(parts.sql)
    return c.json({ grants }, 200, { 'Cache-Control': 'private, no-store' })
  })
  .openapi(grant, async (c) => {
    const { actor, parts } = c.var
    authorize(actor, 'grants.manage')
    const id = await grantAccess(parts.sql, actor, c.req.valid('json'), networkOf(c))
    return c.json({ id }, 201)
  })
  .openapi(revoke, async (c) => {
    const { actor, parts } = c.var
    authorize(actor, 'grants.manage')
    const { userId, featureType } = c.req.valid('json')
    const revoked = await revokeAccess(parts.sql, actor, userId, featureType, networkOf(c))
    return c.json({ revoked }, 200)
  })
