import { createRoute } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { concurrencyLimit } from '#api/middleware/concurrency-limit.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { ownerOf, permissionOf } from '#api/services/sync/authorize.ts'
import { PUSH_VERSION_MIN, pushRequest } from '#sync/contract/wire.ts'
import { push } from '#sync/server/executor.ts'
import { ageMs } from '#sync/server/mutation-age.ts'
import { errorResponses, jsonBody } from './responses.ts'

/** A device sends one push at a time, so this is a number of devices. */
const PUSHES_AT_ONCE = { running: 4, waiting: 28 }

const route = createRoute({
  method: 'post',
  path: '/mutations',
  summary: 'Push the mutations of a device, in order',
  description:
    'Idempotent by the id of each mutation. 200 holds one result for each, also for those rejected.',
  tags: ['Sync'],
  // The permission comes first: a visitor's body, which may be large, is not even read.
  middleware: [
    permitted('replica.sync'),
    rateLimit({ requests: 1200, seconds: 60, per: 'account' }),
    concurrencyLimit(PUSHES_AT_ONCE),
  ] as const,
  request: { body: jsonBody(pushRequest) },
  responses: {
    200: { description: '`{ results }`: the outcome of each mutation, in order.' },
    ...errorResponses(400, 401, 409, 413, 429, 503),
  },
})

export const mutationRoutes = router().openapi(route, async (c) => {
  const { actor, parts, log } = c.var
  const { mutations, sent_at, ...named } = c.req.valid('json')
  const ownerId = ownerOf(actor, named, PUSH_VERSION_MIN)
  const sentAt = sent_at === undefined ? new Date() : new Date(sent_at)
  for (const { created_at } of mutations) {
    const age = ageMs(created_at, sentAt)
    if (!Number.isNaN(age)) parts.metrics.pushed(age)
  }
  const answer = await push(parts.sql, ownerId, mutations, permissionOf(actor), {
    sentAt,
    onFault: (err) => log.error({ err }, 'A mutation failed'),
  })
  return c.json(answer, 200)
})
