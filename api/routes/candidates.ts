import { createRoute, z } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { candidate, candidateNames, candidateNamesOf } from '#api/contract/candidates.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { candidateById, candidateNamesById } from '#api/services/directory/candidates.ts'
import { AppError } from '#sync/contract/errors.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const profile = createRoute({
  method: 'get',
  path: '/candidates/{id}',
  summary: 'Read a profile',
  tags: ['Candidates'],
  // Profiles are public: the limit prevents scraping of the directory.
  middleware: [
    permitted('candidate.read'),
    rateLimit({ requests: 240, seconds: 60, shared: 'profile', isForVisitors: true, batch: 8 }),
  ] as const,
  request: { params: z.object({ id: z.uuid() }) },
  responses: {
    200: json(candidate, 'The professional, without contact values.'),
    ...errorResponses(400, 404, 429),
  },
})

const names = createRoute({
  method: 'post',
  path: '/candidates/names',
  summary: 'Read the names of people',
  tags: ['Candidates'],
  middleware: [
    permitted('replica.sync'),
    rateLimit({ requests: 120, seconds: 60, per: 'account', shared: 'names', batch: 4 }),
  ] as const,
  request: { body: jsonBody(candidateNamesOf) },
  responses: {
    200: json(candidateNames, 'The people among them who are in the directory.'),
    ...errorResponses(400, 401, 403, 429),
  },
})

export const candidateRoutes = router()
  .openapi(profile, async (c) => {
    const found = await c.var.parts.readDirectory((sql) =>
      candidateById(sql, c.req.valid('param').id),
    )
    if (!found) throw new AppError('not_found', 'Healthcare Worker Not Found')
    return c.json(found, 200)
  })
  .openapi(names, async (c) => {
    const { ids } = c.req.valid('json')
    const people = await c.var.parts.readDirectory((sql) => candidateNamesById(sql, ids))
    return c.json({ people }, 200)
  })
