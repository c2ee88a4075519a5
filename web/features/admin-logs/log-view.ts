import type { SearchErrorQuery } from '#api/contract/admin-search-errors.ts'
import { ERROR_RANGES, SEARCH_ERROR_TYPES } from '#db/schema/search-error-words.ts'

/** The log's range and filters from the search params; invalid ones are left out. */
export function readLogView(search: Record<string, unknown>): Partial<SearchErrorQuery> {
  const range = ERROR_RANGES.find((each) => each === search.range)
  const type = SEARCH_ERROR_TYPES.find((each) => each === search.type)
  const isGroup = typeof search.group === 'string' && /^[0-9a-f]{32}$/.test(search.group)
  return {
    ...(range && range !== '24h' ? { range } : {}),
    ...(type ? { type } : {}),
    ...(isGroup ? { group: String(search.group) } : {}),
  }
}
