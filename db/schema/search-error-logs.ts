import { z } from 'zod'
import { SEARCH_ERROR_TYPES } from './search-error-words.ts'

/** A row of `search_error_logs`: a failed or slow search. */
export const searchErrorLogRow = z.object({
  id: z.uuid(),
  occurred_at: z.date(),
  user_email: z.string().nullable(),
  ip_address: z.string().nullable(),
  error_type: z.enum(SEARCH_ERROR_TYPES),
  /** The failure's own code: PostgreSQL's SQLSTATE or ours; null when it has none. */
  error_code: z.string().nullable(),
  edge_function_name: z.string().nullable(),
  response_time_ms: z.number().int().nullable(),
  error_message: z.string().nullable(),
  search_query: z.string().nullable(),
  search_url: z.string().nullable(),
  search_filters: z.unknown(),
  user_agent: z.string().nullable(),
  /**
   * The same for errors of one route, type, code and set of filters, whatever the filters' values.
   */
  fingerprint: z.string(),
})
export type SearchErrorLogRow = z.infer<typeof searchErrorLogRow>
export type SearchErrorType = SearchErrorLogRow['error_type']

/** A row of `search_error_decisions`: an administrator's decision on a fingerprint. */
export const searchErrorDecisionRow = z.object({
  fingerprint: z.string(),
  state: z.enum(['resolved', 'ignored']),
  decided_at: z.date(),
  decided_by: z.string().nullable(),
})
