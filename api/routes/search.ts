import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import {
  COMPLEXITIES,
  type SearchFilters,
  type SearchRequest,
  type SearchResponse,
  type SelectAllResponse,
  searchRequest,
  searchResponse,
  selectAllResponse,
} from '../../db/schema/search.ts'
import { SELECT_ALL_MAX } from '../../db/schema/vocabulary.ts'
import { AppError } from '../../sync/contract/errors.ts'
import { type AppEnv, authorize, type Parts, router } from '../context.ts'
import { networkOf, rateLimit } from '../middleware/rate-limit.ts'
import { timed } from '../middleware/timed.ts'
import { candidatesJson, idsByOrdinal } from '../services/candidates.ts'
import { recordSearchError, SLOW_SEARCH_MS, searchErrorType } from '../services/search-error-log.ts'
import { errorResponses, json, jsonText } from './responses.ts'

const route = createRoute({
  method: 'post',
  path: '/search',
  summary: 'Search the directory',
  tags: ['Search'],
  middleware: [rateLimit({ requests: 1200, seconds: 60 })] as const,
  request: { body: { required: true, content: { 'application/json': { schema: searchRequest } } } },
  responses: {
    200: json(
      z.union([searchResponse, selectAllResponse]),
      'A page of people with the exact total, or with selectAll the first 500 ids.',
    ),
    ...errorResponses(400, 403, 429, 503),
  },
})

export const searchRoutes = router().openapi(route, async (c) => {
  const { actor, parts, log } = c.var
  authorize(actor, 'search.run')
  const request = c.req.valid('json')
  if (request.selectAll) authorize(actor, 'search.select_all')
  const startedAt = performance.now()
  const record = async (error: unknown) => {
    const failed = error !== undefined
    await recordSearchError(parts.sql, {
      user_email: actor.email,
      ip_address: networkOf(c) || null,
      error_type: failed ? searchErrorType(error) : 'timeout',
      edge_function_name: 'search',
      response_time_ms: Math.round(performance.now() - startedAt),
      error_message: failed ? messageOf(error) : 'Slow search',
      search_query: request.filters.query || null,
      search_url: null,
      search_filters: usedFilters(request.filters),
      user_agent: c.req.header('user-agent')?.slice(0, 500) ?? null,
    }).catch((failure: unknown) => log.error({ err: failure }, 'search error not recorded'))
  }
  try {
    const answer = await (request.selectAll ? selectAll(parts, request) : search(c, request))
    if (performance.now() - startedAt > SLOW_SEARCH_MS) await record(undefined)
    return jsonText<SearchResponse | SelectAllResponse>(c, answer)
  } catch (error) {
    if (!(error instanceof AppError)) await record(error)
    throw error
  }
})

/** The JSON of a `SearchResponse`. */
async function search(c: Context<AppEnv>, request: SearchRequest): Promise<Buffer<ArrayBuffer>> {
  const { parts } = c.var
  const startedAt = performance.now()
  const { filters, page, limit, facets, sortKey, sortDirection } = request
  const sort = sortKey ? { sort: { key: sortKey, direction: sortDirection } } : {}
  const query = { filters, offset: (page - 1) * limit, limit, facets, ...sort }
  const result = await timed(c, 'engine', async () => parts.search().search(query))
  const rest: Omit<SearchResponse, 'data'> = {
    count: result.count,
    totalPages: Math.ceil(result.count / limit),
    ...(result.facets ? { facets: result.facets } : {}),
    complexity: complexityOf(filters),
  }
  const people = await timed(c, 'page', () => candidatesJson(parts.sql, result.ordinals))
  const ms = performance.now() - startedAt
  // Turning the page is no search.
  if (page === 1) parts.searchRecorder.record({ ms, count: result.count, filters })
  return Buffer.concat([
    Buffer.from('{"data":'),
    people,
    Buffer.from(`,${JSON.stringify(rest).slice(1)}`),
  ])
}

/** The JSON of a `SelectAllResponse`. */
async function selectAll(parts: Parts, request: SearchRequest): Promise<string> {
  const limit = Math.min(request.limit, SELECT_ALL_MAX)
  const { ordinals, count } = await parts.search().selectIds(request.filters, limit)
  const ids = await idsByOrdinal(parts.sql, ordinals)
  const answer: SelectAllResponse = {
    data: ids.map((id) => ({ id })),
    count,
    totalPages: Math.ceil(count / limit),
    complexity: complexityOf(request.filters),
  }
  return JSON.stringify(answer)
}

function usedFilters(filters: SearchFilters) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value.length > 0))
}

function complexityOf(filters: SearchFilters): (typeof COMPLEXITIES)[number] {
  const step = Math.floor(Object.keys(usedFilters(filters)).length / 2)
  return COMPLEXITIES[step] ?? 'ultra'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 2000) : 'unknown'
}
