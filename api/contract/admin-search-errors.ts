import { z } from 'zod'
import { searchErrorLogRow } from '#db/schema/search-error-logs.ts'
import { ERROR_RANGES, GROUP_STATES, SEARCH_ERROR_TYPES } from '#db/schema/search-error-words.ts'
import { searchFilters } from './search.ts'

/** The query of the log for administrators. */
export const searchErrorQuery = z.object({
  range: z.enum(ERROR_RANGES).default('24h'),
  type: z.enum(SEARCH_ERROR_TYPES).optional(),
  /** Selects the entries of one group. */
  group: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
})
export type SearchErrorQuery = z.infer<typeof searchErrorQuery>

/** An entry of the log, for administrators. */
export const searchErrorEntry = searchErrorLogRow.extend({ occurred_at: z.iso.datetime() })
export type SearchErrorEntry = z.infer<typeof searchErrorEntry>

/** The figures above the log. */
export const searchErrorStatistics = z.object({
  total_errors: z.number().int(),
  /** The number of distinct accounts. */
  unique_users: z.number().int(),
  /** In milliseconds; null when no entry has a time. */
  avg_response_time: z.number().nullable(),
  errors_by_type: z.partialRecord(z.enum(SEARCH_ERROR_TYPES), z.number().int()),
})
export type SearchErrorStatistics = z.infer<typeof searchErrorStatistics>

/** Errors with the same fingerprint, which presumably have one cause. */
export const searchErrorGroup = z.object({
  fingerprint: z.string(),
  edge_function_name: z.string().nullable(),
  error_type: z.enum(SEARCH_ERROR_TYPES),
  error_code: z.string().nullable(),
  /** The filters in use, by name. */
  filters: z.array(z.string()),
  /** The message of the latest entry. */
  error_message: z.string().nullable(),
  /** The number of events within the range. */
  events: z.number().int(),
  /** The number of accounts and of visitors' networks. */
  people: z.number().int(),
  /** The earliest event within the log's retention time. */
  first_seen: z.iso.datetime(),
  last_seen: z.iso.datetime(),
  /** The events of each of the last 24 hours, the oldest hour first. */
  hours: z.array(z.number().int()).length(24),
  state: z.enum(GROUP_STATES),
})
export type SearchErrorGroup = z.infer<typeof searchErrorGroup>

/** The body of `PUT /api/admin/search-error-groups/{fingerprint}`; `open` withdraws a decision. */
export const groupDecision = z.strictObject({ state: z.enum(['open', 'resolved', 'ignored']) })
export type GroupDecision = z.infer<typeof groupDecision>['state']

/** The result of repeating a failed search. */
export const searchRerun = z.object({
  /** Null on success. */
  error_type: z.enum(SEARCH_ERROR_TYPES).nullable(),
  error_message: z.string().nullable(),
  response_time_ms: z.number().int(),
  /** The number of people found; null on failure. */
  count: z.number().int().nullable(),
})
export type SearchRerun = z.infer<typeof searchRerun>

/** An entry's filters as search filters; fails for filters that our searches do not have. */
export const repeatableFilters = searchFilters
