import { createRoute, z } from '@hono/zod-openapi'
import { callerOf } from '#api/caller.ts'
import { router } from '#api/context.ts'
import {
  groupDecision,
  searchErrorEntry,
  searchErrorGroup,
  searchErrorQuery,
  searchRerun,
  searchErrorStatistics as statisticsSchema,
} from '#api/contract/admin-search-errors.ts'
import { confirmed } from '#api/middleware/confirmed.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import {
  decideOnGroup,
  deleteSearchError,
  listSearchErrorGroups,
  listSearchErrors,
  searchErrorStatistics,
} from '#api/services/search-errors/search-error-review.ts'
import { rerunSearch } from '#api/services/search-errors/search-rerun.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const limit = rateLimit({ requests: 300, seconds: 60 })
/** Each request repeats a search that once failed or was slow. */
const rerunLimit = rateLimit({ requests: 30, seconds: 60, per: 'account' })
const tags = ['Administration']
const ofEntry = z.object({ id: z.uuid() })

const list = createRoute({
  method: 'get',
  path: '/admin/search-errors',
  summary: 'List failed and slow searches of a range, newest first',
  tags,
  middleware: [permitted('search_errors.manage'), limit] as const,
  request: { query: searchErrorQuery },
  responses: {
    200: json(z.object({ data: z.array(searchErrorEntry) }), 'At most 100.'),
    ...errorResponses(400, 403, 429),
  },
})

const statistics = createRoute({
  method: 'get',
  path: '/admin/search-errors/statistics',
  summary: 'Summarize the failed and slow searches of a range',
  tags,
  middleware: [permitted('search_errors.manage'), limit] as const,
  request: { query: searchErrorQuery.pick({ range: true }) },
  responses: { 200: json(statisticsSchema, 'The sums.'), ...errorResponses(400, 403, 429) },
})

const groups = createRoute({
  method: 'get',
  path: '/admin/search-error-groups',
  summary: 'List the groups of search errors in a range, most frequent first',
  tags,
  middleware: [permitted('search_errors.manage'), limit] as const,
  request: { query: searchErrorQuery.pick({ range: true, type: true }) },
  responses: {
    200: json(z.object({ data: z.array(searchErrorGroup) }), 'At most 50.'),
    ...errorResponses(400, 403, 429),
  },
})

const decide = createRoute({
  method: 'put',
  path: '/admin/search-error-groups/{fingerprint}',
  summary: 'Resolve, ignore or reopen a group of search errors',
  tags,
  middleware: [permitted('search_errors.manage'), limit] as const,
  request: {
    params: z.object({ fingerprint: z.string().regex(/^[0-9a-f]{32}$/) }),
    body: jsonBody(groupDecision),
  },
  responses: { 204: { description: 'Decided.' }, ...errorResponses(400, 403, 404, 429) },
})

const rerun = createRoute({
  method: 'post',
  path: '/admin/search-errors/{id}/rerun',
  summary: 'Repeat a failed or slow search',
  tags,
  middleware: [permitted('search_errors.manage'), rerunLimit] as const,
  request: { params: ofEntry },
  responses: { 200: json(searchRerun, 'How it went.'), ...errorResponses(400, 403, 404, 429) },
})

const remove = createRoute({
  method: 'delete',
  path: '/admin/search-errors/{id}',
  summary: 'Delete a search error',
  tags,
  middleware: [permitted('search_errors.manage'), confirmed(), limit] as const,
  request: { params: ofEntry },
  responses: { 204: { description: 'Deleted.' }, ...errorResponses(400, 403, 404, 429) },
})

export const adminSearchErrorRoutes = router()
  .openapi(list, async (c) => {
    const { parts } = c.var
    return c.json({ data: await listSearchErrors(parts.sql, c.req.valid('query')) }, 200)
  })
  .openapi(statistics, async (c) => {
    const { parts } = c.var
    return c.json(await searchErrorStatistics(parts.sql, c.req.valid('query')), 200)
  })
  .openapi(groups, async (c) => {
    const { parts } = c.var
    const data = await listSearchErrorGroups(parts.sql, c.req.valid('query'))
    return c.json({ data }, 200)
  })
  .openapi(decide, async (c) => {
    const { parts } = c.var
    const { fingerprint } = c.req.valid('param')
    const { state } = c.req.valid('json')
    await decideOnGroup(parts.sql, callerOf(c), fingerprint, state)
    return c.body(null, 204)
  })
  .openapi(rerun, async (c) => {
    const { parts } = c.var
    return c.json(await rerunSearch(parts, c.req.valid('param').id), 200)
  })
  .openapi(remove, async (c) => {
    await deleteSearchError(c.var.parts.sql, callerOf(c), c.req.valid('param').id)
    return c.body(null, 204)
  })
