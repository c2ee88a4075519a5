import { createRoute } from '@hono/zod-openapi'
import { router } from '#api/context.ts'
import { searchErrorReport } from '#api/contract/search-errors.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { sizeLimit } from '#api/middleware/size-limit.ts'
import { networkOf } from '#api/network.ts'
import { recordSearchError } from '#api/services/search-errors/search-error-log.ts'
import { errorResponses, jsonBody } from './responses.ts'

/** Visitors may post here: the size has room for the longest address and message, and little more. */
const REPORT_MAX_BYTES = 16 * 1024

const report = createRoute({
  method: 'post',
  path: '/search-errors',
  summary: 'Report a search that failed in the browser',
  tags: ['Search'],
  middleware: [
    permitted('search.report_error'),
    rateLimit({ requests: 30, seconds: 60, shared: 'search_errors', isForVisitors: true }),
    rateLimit({ requests: 120, seconds: 3600, shared: 'search_errors_hour', isForVisitors: true }),
    sizeLimit(REPORT_MAX_BYTES),
  ] as const,
  request: { body: jsonBody(searchErrorReport) },
  responses: { 204: { description: 'Recorded.' }, ...errorResponses(400, 413, 429) },
})

export const searchErrorRoutes = router().openapi(report, async (c) => {
  const { actor, parts } = c.var
  const body = c.req.valid('json')
  await recordSearchError(parts.sql, {
    error_type: body.error_type,
    error_code: body.error_code ?? null,
    edge_function_name: body.edge_function_name ?? null,
    response_time_ms: body.response_time_ms ?? null,
    error_message: body.error_message ?? null,
    search_query: body.search_query ?? null,
    search_url: body.search_url ?? null,
    search_filters: body.search_filters ?? null,
    user_agent: body.user_agent ?? c.req.header('user-agent')?.slice(0, 500) ?? null,
    user_email: actor.email,
    ip_address: networkOf(c) || null,
  })
  return c.body(null, 204)
})
