import { createRoute, z } from '@hono/zod-openapi'
import { callerOf, ownCallerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import { userId } from '#api/contract/admin-users.ts'
import { supportCode, supportCodeEntry, supportView } from '#api/contract/support.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import {
  createSupportCode,
  endSupport,
  openSupport,
  ownSupportCode,
  readSupport,
} from '#api/services/accounts/support-codes.ts'
import { syncReport } from '#db/schema/support-codes.ts'
import { AppError } from '#sync/contract/errors.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const limit = rateLimit({ requests: 60, seconds: 60 })
const params = z.object({ id: userId })

const read = createRoute({
  method: 'get',
  path: '/account/support-code',
  summary: 'Read the current support code',
  tags: ['Account'],
  middleware: [permitted('support.offer'), limit] as const,
  responses: {
    200: json(z.object({ code: supportCode.nullable() }), 'Null without one.'),
    ...errorResponses(401, 403, 429),
  },
})

const offer = createRoute({
  method: 'post',
  path: '/account/support-code',
  summary: 'Create a code that lets support read counts and the sync report of this device',
  tags: ['Account'],
  middleware: [
    permitted('support.offer'),
    rateLimit({ requests: 10, seconds: 60, per: 'account', shared: 'support_code' }),
  ] as const,
  request: { body: jsonBody(syncReport) },
  responses: { 201: json(supportCode, 'For 30 minutes.'), ...errorResponses(400, 401, 403, 429) },
})

const end = createRoute({
  method: 'delete',
  path: '/account/support-code',
  summary: 'End the current support code',
  tags: ['Account'],
  middleware: [permitted('support.offer'), limit] as const,
  responses: { 204: { description: 'Ended.' }, ...errorResponses(401, 403, 429) },
})

const open = createRoute({
  method: 'post',
  path: '/admin/support',
  summary: 'Open a support code',
  tags: ['Administration'],
  middleware: [
    permitted('users.manage'),
    // A code has a million possible values, and few codes are valid at a time.
    rateLimit({ requests: 10, seconds: 60, per: 'account', shared: 'support_open' }),
  ] as const,
  request: { body: jsonBody(supportCodeEntry) },
  responses: {
    200: json(z.object({ user_id: z.string() }), 'The account it is of.'),
    ...errorResponses(400, 403, 404, 429),
  },
})

const view = createRoute({
  method: 'get',
  path: '/admin/users/{id}/support',
  summary: 'Read counts and the sync report of an account whose code is open',
  tags: ['Administration'],
  middleware: [permitted('users.manage'), limit] as const,
  request: { params },
  responses: {
    200: json(z.object({ view: supportView.nullable() }), 'As they are now; null without one.'),
    ...errorResponses(400, 403, 429),
  },
})

const close = createRoute({
  method: 'delete',
  path: '/admin/users/{id}/support',
  summary: 'End an open support code',
  tags: ['Administration'],
  middleware: [permitted('users.manage'), limit] as const,
  request: { params },
  responses: { 204: { description: 'Ended.' }, ...errorResponses(400, 403, 404, 429) },
})

/** Support codes, which replace impersonation. */
export const supportRoutes = router()
  .openapi(read, async (c) => {
    const code = await ownSupportCode(c.var.parts.sql, ownCallerOf(c).actor.id)
    return c.json({ code }, 200)
  })
  .openapi(offer, async (c) => {
    const code = await createSupportCode(c.var.parts.sql, ownCallerOf(c), c.req.valid('json'))
    return c.json(code, 201)
  })
  .openapi(end, async (c) => {
    const caller = ownCallerOf(c)
    await endSupport(c.var.parts.sql, caller, caller.actor.id)
    return c.body(null, 204)
  })
  .openapi(open, async (c) => {
    const user_id = await openSupport(c.var.parts.sql, callerOf(c), c.req.valid('json').code)
    return c.json({ user_id }, 200)
  })
  .openapi(view, async (c) => {
    const { actor, parts } = c.var
    return c.json({ view: await readSupport(parts.sql, actor, c.req.valid('param').id) }, 200)
  })
  .openapi(close, async (c) => {
    if (!(await endSupport(c.var.parts.sql, callerOf(c), c.req.valid('param').id))) {
      throw new AppError('not_found', 'No support code of this account is open.')
    }
    return c.body(null, 204)
  })
