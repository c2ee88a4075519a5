import { createRoute } from '@hono/zod-openapi'
import { accountOf, router } from '#api/context.ts'
import {
  COARSE_COUNT_MAX,
  searchHelp,
  searchPreview,
  searchWish,
  suggestions,
  suggestRequest,
} from '#api/contract/search-assist.ts'
import { permitted } from '#api/middleware/permitted.ts'
import { rateLimit } from '#api/middleware/rate-limit.ts'
import { helpFor } from '#api/services/search/help.ts'
import { suggest } from '#api/services/search/suggest.ts'
import type { TextField, TextQuery } from '#api/services/search/text-query.ts'
import { understoodFilters } from '#api/services/search/understood.ts'
import { AppError } from '#sync/contract/errors.ts'
import { can } from '#sync/contract/permissions.ts'
import { errorResponses, json, jsonBody } from './responses.ts'

const help = createRoute({
  method: 'post',
  path: '/search/help',
  summary: 'Suggest changes to a search without results',
  tags: ['Search'],
  middleware: [
    permitted('search.run'),
    rateLimit({ requests: 120, seconds: 60, shared: 'search_help', batch: 4 }),
  ] as const,
  request: { body: jsonBody(searchWish) },
  responses: {
    200: json(searchHelp, 'Filters and words that gain results when dropped, most first.'),
    ...errorResponses(400, 403, 429, 503),
  },
})

const suggestRoute = createRoute({
  method: 'post',
  path: '/search/suggest',
  summary: 'Complete a prefix',
  tags: ['Search'],
  middleware: [
    permitted('search.suggest'),
    rateLimit({
      requests: 600,
      seconds: 600,
      shared: 'suggest',
      isForVisitors: true,
      batch: 20,
    }),
  ] as const,
  request: { body: jsonBody(suggestRequest) },
  responses: {
    200: json(
      suggestions,
      'At most five of each kind; people, titles and skills for those who may search.',
    ),
    ...errorResponses(400, 429, 503),
  },
})

const preview = createRoute({
  method: 'post',
  path: '/search/preview',
  summary: 'Read how a search is understood and how many people match',
  tags: ['Search'],
  // Security: with enough counts one could find out who is listed.
  middleware: [
    permitted('search.preview'),
    rateLimit({
      requests: 120,
      seconds: 600,
      shared: 'preview',
      isForVisitors: true,
      batch: 4,
    }),
  ] as const,
  request: { body: jsonBody(searchWish) },
  responses: {
    200: json(
      searchPreview,
      'The count from 50 on, without exclusions of names; below it is not told.',
    ),
    ...errorResponses(400, 429, 503),
  },
})

/** What holds names, or tells a person by a number. */
const NAMING: ReadonlySet<TextField> = new Set(['name', 'npi', 'any'])

/** Security: the difference of two counts would tell whether the person that one of them excludes is listed. */
const excludesNames = ({ isExcluded, anyOf }: TextQuery[number]) =>
  isExcluded && anyOf.some(({ field }) => NAMING.has(field))

export const searchAssistRoutes = router()
  .openapi(help, async (c) => {
    const { parts, actor } = c.var
    const { filters } = c.req.valid('json')
    const leaveOut =
      filters.leaveOut.length > 0
        ? await parts.excludedPeople(accountOf(actor), filters.leaveOut)
        : []
    const understand = (query: string) => ({
      interpretation: [],
      ...understoodFilters(parts.understand, { query, exact: filters.exact }),
    })
    const answer = await helpFor({ engine: parts.search(), understand, filters, leaveOut })
    return c.json(answer, 200)
  })
  .openapi(suggestRoute, async (c) => {
    const { parts, actor } = c.var
    const dictionary = parts.dictionary()
    if (!dictionary) {
      throw new AppError('search_unavailable', 'The search index is being prepared.')
    }
    const isSearcher = can(actor, 'search.run')
    const { sql } = parts
    const wanted = { ...c.req.valid('json'), isSearcher }
    const answer = await suggest({ sql, engine: parts.search(), dictionary, ...wanted })
    return c.json(answer, 200)
  })
  .openapi(preview, async (c) => {
    const { parts } = c.var
    const { filters } = c.req.valid('json')
    const { clauses, ...said } = understoodFilters(parts.understand, filters)
    const text = clauses.filter((clause) => !excludesNames(clause))
    const { count } = await parts.search().selectIds({ filters, text }, 1)
    const isFewerThan50 = count < COARSE_COUNT_MAX
    return c.json({ ...said, count: isFewerThan50 ? null : count, isFewerThan50 }, 200)
  })
