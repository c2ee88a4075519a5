import { createRoute, z } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { ownerOf } from '#api/services/sync/authorize.ts'
import { AppError } from '#sync/contract/errors.ts'
import { QUERIES, type QueryName, queryOf } from '#sync/contract/queries.ts'
import { queryRequest } from '#sync/contract/wire.ts'
import { runQuery } from '#sync/server/queries.ts'
import { errorResponses, jsonBody } from './responses.ts'

const names = Object.keys(QUERIES) as [QueryName, ...QueryName[]]

const route = createRoute({
  method: 'post',
  path: '/queries/{name}',
  summary: 'Run a named query over own rows, for a device without a database',
  tags: ['Sync'],
  middleware: [
    permitted('replica.sync'),
    rateLimit({ requests: 1200, seconds: 60, per: 'account' }),
  ] as const,
  request: {
    params: z.object({ name: z.enum(names) }),
    body: jsonBody(queryRequest),
  },
  responses: {
    200: { description: '`{ rows }`: the result that the device’s own database would give.' },
    ...errorResponses(400, 401, 409, 429, 503),
  },
})

export const queryRoutes = router().openapi(route, async (c) => {
  const { account, actor, parts } = c.var
  const { args, ...named } = c.req.valid('json')
  const ownerId = ownerOf(actor, named)
  const { name } = c.req.valid('param')
  const parsed = queryOf(name).args.safeParse(args)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new AppError('invalid_input', `${issue?.path.join('.')}: ${issue?.message}`)
  }
  const teams = (account?.memberships ?? []).map(({ teamId }) => teamId)
  const rows = await runQuery(parts.sql, [ownerId, ...teams], name, parsed.data)
  return c.json({ rows }, 200)
})
