import type { z } from 'zod'
import type { SearchFilters } from '#api/contract/search.ts'
import type {
  SearchHelp,
  SearchPreview,
  Suggestions,
  suggestRequest,
} from '#api/contract/search-assist.ts'
import { api, call } from '#web/lib/api-client.ts'

/** The search screen's calls besides the search itself. */

/** Suggestions for a text that is being typed. @throws ApiError; an AbortError when `signal` aborts. */
export function suggest(
  request: z.input<typeof suggestRequest>,
  signal: AbortSignal,
): Promise<Suggestions> {
  return call((init) => api.search.suggest.$post({ json: request }, { init }), { signal })
}

/**
 * How a search is understood and the number of matches, for users without a plan.
 * @throws ApiError `rate_limited` among others; an AbortError when `signal` aborts.
 */
export function previewSearch(filters: SearchFilters, signal: AbortSignal): Promise<SearchPreview> {
  return call((init) => api.search.preview.$post({ json: { filters } }, { init }), { signal })
}

/** Hints for a search without matches. @throws ApiError; an AbortError when `signal` aborts. */
export function helpSearch(filters: SearchFilters, signal: AbortSignal): Promise<SearchHelp> {
  return call((init) => api.search.help.$post({ json: { filters } }, { init }), { signal })
}
