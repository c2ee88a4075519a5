import type { SearchFilters } from '#api/contract/search.ts'
import type { SearchHelp, SearchPreview, Suggestions } from '#api/contract/search-assist.ts'
import { api, call, isRecord } from '#web/lib/api-client.ts'

/** The search screen's calls besides the search itself. */

/** Suggestions for a text that is being typed. @throws ApiError; an AbortError when `signal` aborts. */
export function suggest(text: string, signal: AbortSignal): Promise<Suggestions> {
  return call(
    (init) => api.search.suggest.$post({ json: { text } }, { init }),
    isSuggestions,
    signal,
  )
}

/**
 * How a search is understood and the number of matches, for users without a plan.
 * @throws ApiError `rate_limited` among others; an AbortError when `signal` aborts.
 */
export function previewSearch(filters: SearchFilters, signal: AbortSignal): Promise<SearchPreview> {
  return call(
    (init) => api.search.preview.$post({ json: { filters } }, { init }),
    isPreview,
    signal,
  )
}

/** Hints for a search without matches. @throws ApiError; an AbortError when `signal` aborts. */
export function helpSearch(filters: SearchFilters, signal: AbortSignal): Promise<SearchHelp> {
  return call((init) => api.search.help.$post({ json: { filters } }, { init }), isHelp, signal)
}

function isSuggestions(body: unknown): body is Suggestions {
  const groups = ['specialties', 'cities', 'organizations', 'people']
  return isRecord(body) && groups.every((group) => Array.isArray(body[group]))
}

function isPreview(body: unknown): body is SearchPreview {
  return isRecord(body) && typeof body.isFewerThan50 === 'boolean'
}

function isHelp(body: unknown): body is SearchHelp {
  return isRecord(body) && Array.isArray(body.filters) && Array.isArray(body.words)
}
