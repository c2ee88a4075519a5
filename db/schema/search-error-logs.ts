import { z } from 'zod'
import { searchFilters } from './search.ts'
import { ERROR_RANGES, GROUP_STATES, SEARCH_ERROR_TYPES } from './search-error-words.ts'
import { isStorable } from './storable.ts'

/** A row of `search_error_logs`: a failed or slow search. */
export const searchErrorLogRow = z.object({
  id: z.uuid(),
  occurred_at: z.date(),
  user_email: z.string().nullable(),
  ip_address: z.string().nullable(),
  error_type: z.enum(SEARCH_ERROR_TYPES),
  /** Of the failure, as what failed names it: PostgreSQL's state, our own code; null where none did. */
  error_code: z.string().nullable(),
  edge_function_name: z.string().nullable(),
  response_time_ms: z.number().int().nullable(),
  error_message: z.string().nullable(),
  search_query: z.string().nullable(),
  search_url: z.string().nullable(),
  search_filters: z.unknown(),
  user_agent: z.string().nullable(),
  /** The same for errors of one route, type, code and set of filters, whatever was in them. */
  fingerprint: z.string(),
})
export type SearchErrorLogRow = z.infer<typeof searchErrorLogRow>
export type SearchErrorType = SearchErrorLogRow['error_type']

/** A row of `search_error_decisions`: what operators made of the errors of a fingerprint. */
export const searchErrorDecisionRow = z.object({
  fingerprint: z.string(),
  state: z.enum(['resolved', 'ignored']),
  decided_at: z.date(),
  decided_by: z.string().nullable(),
})

const text = (max: number) => z.string().max(max).refine(isStorable, 'not valid text')

/** More than there are filters. */
const FILTERS_MAX = 30

/** The body of `POST /api/search-errors`. Who, from where and when is the server's to say. */
export const searchErrorReport = z.strictObject({
  error_type: z.enum(SEARCH_ERROR_TYPES),
  error_code: text(50).nullish(),
  edge_function_name: text(100).nullish(),
  response_time_ms: z.number().int().min(0).max(3_600_000).nullish(),
  error_message: text(2000).nullish(),
  search_query: text(2000).nullish(),
  search_url: text(4000).nullish(),
  search_filters: z
    .record(text(50), z.union([text(200), z.array(text(200)).max(50)]))
    .refine((filters) => Object.keys(filters).length <= FILTERS_MAX, 'too many')
    .nullish(),
  user_agent: text(500).nullish(),
})

/** What of the log an administrator looks at. */
export const searchErrorQuery = z.object({
  range: z.enum(ERROR_RANGES).default('24h'),
  type: z.enum(SEARCH_ERROR_TYPES).optional(),
  /** Of one group alone. */
  group: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
})
export type SearchErrorQuery = z.infer<typeof searchErrorQuery>

/** An entry of the log as administrators see it. */
export const searchErrorEntry = searchErrorLogRow.extend({ occurred_at: z.iso.datetime() })
export type SearchErrorEntry = z.infer<typeof searchErrorEntry>

/** What the cards above the log say. */
export const searchErrorStatistics = z.object({
  total_errors: z.number().int(),
  /** Signed-in people. */
  unique_users: z.number().int(),
  /** In ms; null where no entry has a time. */
  avg_response_time: z.number().nullable(),
  errors_by_type: z.partialRecord(z.enum(SEARCH_ERROR_TYPES), z.number().int()),
})
export type SearchErrorStatistics = z.infer<typeof searchErrorStatistics>

/** Errors that are one fault, as far as anybody can tell. */
export const searchErrorGroup = z.object({
  fingerprint: z.string(),
  edge_function_name: z.string().nullable(),
  error_type: z.enum(SEARCH_ERROR_TYPES),
  error_code: z.string().nullable(),
  /** The filters that were used, by name. */
  filters: z.array(z.string()),
  /** The latest's. */
  error_message: z.string().nullable(),
  /** Within the range. */
  events: z.number().int(),
  /** Accounts, and networks where nobody was signed in. */
  people: z.number().int(),
  /** As far back as the log is kept. */
  first_seen: z.iso.datetime(),
  last_seen: z.iso.datetime(),
  /** Events of each of the last 24 hours, the oldest first. */
  hours: z.array(z.number().int()).length(24),
  state: z.enum(GROUP_STATES),
})
export type SearchErrorGroup = z.infer<typeof searchErrorGroup>

/** The body of `PUT /api/admin/search-error-groups/{fingerprint}`; `open` takes a decision back. */
export const groupDecision = z.strictObject({ state: z.enum(['open', 'resolved', 'ignored']) })
export type GroupDecision = z.infer<typeof groupDecision>['state']

/** How a search that had failed goes now. */
export const searchRerun = z.object({
  /** Null where it went well. */
  error_type: z.enum(SEARCH_ERROR_TYPES).nullable(),
  error_message: z.string().nullable(),
  response_time_ms: z.number().int(),
  /** People found; null where it failed. */
  count: z.number().int().nullable(),
})
export type SearchRerun = z.infer<typeof searchRerun>

/** The filters of an entry as a search takes them; fails for what no search of ours ever had. */
export const repeatableFilters = searchFilters
