import { createRoute, z } from '@hono/zod-openapi'
import { callerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import {
  adminGrant,
  bulkGrantRequest,
  bulkResult,
  bulkRevokeRequest,
  grantQuery,
  grantRequest,
  revokeRequest,
} from '#api/contract/admin-grants.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import {
  forEachAccount,
  grantAccess,
  listGrants,
  revokeAccess,
} from '#api/services/accounts/demo-grants.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const limit = rateLimit({ requests: 120, seconds: 60 })
const tags = ['Administration']

const list = createRoute({
  method: 'get',
  path: '/admin/grants',
  summary: 'List demo grants, newest first',
  tags,
  middleware: [permitted('grants.manage'), limit] as const,
  request: { query: grantQuery },
  responses: {
    200: json(z.object({ grants: z.array(adminGrant) }), 'The grants of an account, or of all.'),
    ...errorResponses(400, 403, 429),
  },
})

const grant = createRoute({
  method: 'post',
  path: '/admin/grants',
  summary: 'Grant demo access to an account',
  tags,
  middleware: [permitted('grants.manage'), limit] as const,
  request: { body: jsonBody(grantRequest) },
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
  middleware: [permitted('grants.manage'), limit] as const,
  request: { body: jsonBody(revokeRequest) },
  responses: {
    200: json(z.object({ revoked: z.number().int() }), 'How many grants were in force.'),
    ...errorResponses(400, 403, 404, 429),
  },
})

const bulkGrant = createRoute({
  method: 'post',
  path: '/admin/grants/bulk',
  summary: 'Grant demo access to several accounts',
  tags,
  middleware: [permitted('grants.manage'), limit] as const,
  request: { body: jsonBody(bulkGrantRequest) },
  responses: { 200: json(bulkResult, 'What became of each.'), ...errorResponses(400, 403, 429) },
})

const bulkRevoke = createRoute({
  method: 'post',
  path: '/admin/grants/bulk-revoke',
  summary: 'Take back the demo access of several accounts',
  tags,
  middleware: [permitted('grants.manage'), limit] as const,
  request: { body: jsonBody(bulkRevokeRequest) },
  responses: { 200: json(bulkResult, 'What became of each.'), ...errorResponses(400, 403, 429) },
})

export const adminGrantRoutes = router()
  .openapi(list, async (c) => {
    const { parts } = c.var
    const grants = await listGrants(parts.sql, c.req.valid('query').userId)
    return c.json({ grants }, 200)
  })
  .openapi(grant, async (c) => {
    const id = await grantAccess(c.var.parts.sql, callerOf(c), c.req.valid('json'))
    return c.json({ id }, 201)
  })
  .openapi(revoke, async (c) => {
    const { parts } = c.var
    const { userId, featureType } = c.req.valid('json')
    const revoked = await revokeAccess(parts.sql, callerOf(c), userId, featureType)
    return c.json({ revoked }, 200)
  })
  .openapi(bulkGrant, async (c) => {
    const { parts } = c.var
    const { userIds, ...request } = c.req.valid('json')
    const caller = callerOf(c)
    const result = await forEachAccount(userIds, (userId) =>
      grantAccess(parts.sql, caller, { ...request, userId }),
    )
    return c.json(result, 200)
  })
  .openapi(bulkRevoke, async (c) => {
    const { parts } = c.var
    const { userIds, featureType } = c.req.valid('json')
    const caller = callerOf(c)
    const result = await forEachAccount(userIds, (userId) =>
      revokeAccess(parts.sql, caller, userId, featureType),
    )
    return c.json(result, 200)
  })
