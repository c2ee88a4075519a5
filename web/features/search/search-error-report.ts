import type { z } from 'zod'
import type { searchErrorReport } from '#api/contract/search-errors.ts'
import type { SearchErrorType } from '#db/schema/search-error-logs.ts'
import { ApiError, api, call } from '#web/lib/api-client.ts'
import { searchErrorMessage } from '#web/lib/error-messages.ts'
import { usedFilters } from './filters.ts'
import type { SearchOutcome } from './search-run.ts'

type SearchErrorReport = z.infer<typeof searchErrorReport>
type FailedSearch = Extract<SearchOutcome, { kind: 'failed' }>

/** The type of a failure by its message, case ignored; a timeout wins. */
export function classifySearchError(message: string): SearchErrorType {
  if (/timeout/i.test(message)) return 'timeout'
  return /edge function/i.test(message) ? 'edge_error' : 'other'
}

/** The log entry of a failed search. Texts are cut to the log's limits. */
export function toSearchErrorReport(
  { error, params, elapsedMs }: FailedSearch,
  page: { url: string; userAgent: string },
): SearchErrorReport {
  const message = searchErrorMessage(error)
  return {
    error_type: classifySearchError(message),
    edge_function_name: 'search',
    response_time_ms: Math.round(elapsedMs),
    error_message: message.slice(0, 2000),
    search_query: params.filters.query || null,
    search_url: page.url.slice(0, 4000),
    search_filters: usedFilters(params.filters),
    user_agent: page.userAgent.slice(0, 500),
  }
}

/** Reports a failed search. A report that fails is not reported. */
export async function reportFailedSearch(failed: FailedSearch): Promise<void> {
  const page = { url: location.href, userAgent: navigator.userAgent }
  const json = toSearchErrorReport(failed, page)
  try {
    await call((init) => api['search-errors'].$post({ json }, { init }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
