import { z } from 'zod'
import { isStorable } from './storable.ts'

const SEARCH_ERROR_TYPES = [
  'timeout',
  'database_error',
  'edge_error',
  'function_error',
  'other',
] as const
export type SearchErrorType = (typeof SEARCH_ERROR_TYPES)[number]

/** A row of `search_error_logs`: a failed or slow search. */
export const searchErrorLogRow = z.object({
  id: z.uuid(),
  occurred_at: z.date(),
  user_email: z.string().nullable(),
  ip_address: z.string().nullable(),
  error_type: z.enum(SEARCH_ERROR_TYPES),
  edge_function_name: z.string().nullable(),
  response_time_ms: z.number().int().nullable(),
  error_message: z.string().nullable(),
  search_query: z.string().nullable(),
  search_url: z.string().nullable(),
  search_filters: z.unknown(),
  user_agent: z.string().nullable(),
})
export type SearchErrorLogRow = z.infer<typeof searchErrorLogRow>

const text = (max: number) => z.string().max(max).refine(isStorable, 'not valid text')

/** More than there are filters. */
const FILTERS_MAX = 30

/** The body of `POST /api/search-errors`. Who, from where and when is the server's to say. */
export const searchErrorReport = z.strictObject({
  error_type: z.enum(SEARCH_ERROR_TYPES),
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
