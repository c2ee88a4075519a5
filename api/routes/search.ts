import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { type AppEnv, accountOf, authorize, router } from '#api/context.ts'
import {
  COMPLEXITIES,
  type SearchFilters,
  type SearchRequest,
  type SearchResponse,
  type SelectAllResponse,
  searchRequest,
  searchResponse,
  selectAllResponse,
} from '#api/contract/search.ts'
import type { NewsAsked } from '#api/contract/watch-news.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { timed } from '#api/middleware/timed.ts'
import { networkOf } from '#api/network.ts'
import { candidatesJson, idsByOrdinal, pageJson } from '#api/services/directory/candidates.ts'
import { selectionOf } from '#api/services/search/selection.ts'
import { understoodFilters } from '#api/services/search/understood.ts'
import {
  recordSearchError,
  SLOW_SEARCH_MS,
  searchErrorCode,
  searchErrorType,
} from '#api/services/search-errors/search-error-log.ts'
import { readNews } from '#api/services/watches/read-news.ts'
import { SELECT_ALL_MAX } from '#db/schema/vocabulary.ts'
import { AppError } from '#sync/contract/errors.ts'
import { errorResponses, json, jsonBody, jsonText } from './responses.ts'

const route = createRoute({
  method: 'post',
  path: '/search',
  summary: 'Search the directory',
  tags: ['Search'],
  middleware: [
    permitted('search.run'),
    rateLimit({ requests: 1200, seconds: 60, shared: 'search', batch: 20 }),
  ] as const,
  request: { body: jsonBody(searchRequest) },
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
  const request = c.req.valid('json')
  if (request.selectAll) authorize(actor, 'search.select_all')
  const startedAt = performance.now()
  const record = async (error: unknown) => {
    const failed = error !== undefined
    await recordSearchError(parts.sql, {
      user_email: actor.email,
      ip_address: networkOf(c) || null,
      error_type: failed ? searchErrorType(error) : 'timeout',
      error_code: failed ? searchErrorCode(error) : 'slow',
      edge_function_name: 'search',
      response_time_ms: Math.round(performance.now() - startedAt),
      error_message: failed ? messageOf(error) : 'Slow search',
      search_query: request.filters.query || null,
      search_url: null,
      search_filters: usedFilters(request.filters),
      user_agent: c.req.header('user-agent')?.slice(0, 500) ?? null,
    }).catch((failure: unknown) => log.error({ err: failure }, 'A search error was not recorded'))
  }
  try {
    const answer = await (request.selectAll ? selectAll(c, request) : search(c, request))
    if (performance.now() - startedAt > SLOW_SEARCH_MS) await record(undefined)
    return jsonText<SearchResponse | SelectAllResponse>(c, answer)
  } catch (error) {
    if (!(error instanceof AppError)) await record(error)
    throw error
  }
})

/** Returns the JSON of a `SearchResponse`. */
async function search(c: Context<AppEnv>, request: SearchRequest): Promise<Buffer<ArrayBuffer>> {
  const { parts } = c.var
  const startedAt = performance.now()
  const { filters, page, limit, facets } = request
  if (request.news) return newsPage(c, { ...request, news: request.news })
  const { selection, interpretation, notice } = await selected(c, request)
  const query = { ...selection, offset: (page - 1) * limit, limit, facets }
  const result = await timed(c, 'engine', async () => parts.search().search(query))
  const rest: Omit<SearchResponse, 'data'> = {
    count: result.count,
    totalPages: Math.ceil(result.count / limit),
    ...(result.facets ? { facets: result.facets } : {}),
    ...(interpretation ? { interpretation } : {}),
    ...(notice === undefined ? {} : { notice }),
    complexity: complexityOf(filters),
  }
  const people = await timed(c, 'page', () => pageJson(parts, result.ordinals))
  const ms = performance.now() - startedAt
  // A further page is not counted as a search, nor is a count, which requests one person.
  if (page === 1 && limit > 1) parts.searchRecorder.record({ ms, count: result.count, filters })
  return Buffer.concat([
    Buffer.from('{"data":'),
    people,
    Buffer.from(`,${JSON.stringify(rest).slice(1)}`),
  ])
}

/** Returns the JSON of a `SearchResponse`: a page of the news of a watched search. */
async function newsPage(
  c: Context<AppEnv>,
  { news, page, limit }: SearchRequest & { news: NewsAsked },
): Promise<Buffer<ArrayBuffer>> {
  const { parts, actor } = c.var
  const { people: all, summary } = await readNews(parts.sql, accountOf(actor), news)
  const shown = all.slice((page - 1) * limit, page * limit)
  const ordinals = shown.map(({ ordinal }) => ordinal)
  const people = await parts.readDirectory((sql) => candidatesJson(sql, ordinals))
  const rest: Omit<SearchResponse, 'data'> = {
    count: all.length,
    totalPages: Math.ceil(all.length / limit),
    news: summary,
    newsKinds: Object.fromEntries(shown.map(({ id, kinds }) => [id, kinds])),
    complexity: 'simple',
  }
  return Buffer.concat([
    Buffer.from('{"data":'),
    people,
    Buffer.from(`,${JSON.stringify(rest).slice(1)}`),
  ])
}

/** Returns the JSON of a `SelectAllResponse`. */
async function selectAll(c: Context<AppEnv>, request: SearchRequest): Promise<string> {
  const { parts } = c.var
  const limit = Math.min(request.limit, SELECT_ALL_MAX)
  const { ordinals, count } = await selectedOrdinals(c, request, limit)
  const ids = await parts.readDirectory((sql) => idsByOrdinal(sql, ordinals))
  const answer: SelectAllResponse = {
    data: ids.map((id) => ({ id })),
    count,
    totalPages: Math.ceil(count / limit),
    complexity: complexityOf(request.filters),
  }
  return JSON.stringify(answer)
}

/** The first people of the request's result, and their total number. */
async function selectedOrdinals(c: Context<AppEnv>, request: SearchRequest, limit: number) {
  const { parts, actor } = c.var
  if (request.news) {
    const { people } = await readNews(parts.sql, accountOf(actor), request.news)
    return { ordinals: people.slice(0, limit).map(({ ordinal }) => ordinal), count: people.length }
  }
  const { selection } = await selected(c, request)
  return parts.search().selectIds(selection, limit)
}

/** The request as a selection: its text understood, and the account's own people excluded. */
async function selected(c: Context<AppEnv>, request: SearchRequest) {
  const { parts, actor } = c.var
  const { filters, page, selectAll: isOfResult } = request
  const { clauses, ...said } = await timed(c, 'understand', async () =>
    understoodFilters(parts.understand, filters, isOfResult || page > 1),
  )
  const selection = selectionOf(request, clauses)
  if (filters.leaveOut.length === 0) return { selection, ...said }
  const leaveOut = await parts.excludedPeople(accountOf(actor), filters.leaveOut)
  return { selection: { ...selection, leaveOut }, ...said }
}

function usedFilters(filters: SearchFilters) {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value,
    ),
  )
}

function complexityOf(filters: SearchFilters): (typeof COMPLEXITIES)[number] {
  const step = Math.floor(Object.keys(usedFilters(filters)).length / 2)
  return COMPLEXITIES[step] ?? 'ultra'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 2000) : 'unknown'
}
