import { z } from 'zod'
import { SEARCH_ERROR_TYPES } from '#db/schema/search-error-words.ts'
import { isStorable } from '#db/schema/storable.ts'

const text = (max: number) => z.string().max(max).refine(isStorable, 'not valid text')

/** There are fewer filters than this. */
const FILTERS_MAX = 30

/** The body of `POST /api/search-errors`. The server adds user, network and time itself. */
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
