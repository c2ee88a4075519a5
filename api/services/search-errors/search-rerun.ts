import type { Parts } from '#api/context.ts'
import type { SearchRerun } from '#api/contract/admin-search-errors.ts'
import { repeatableFilters } from '#api/contract/admin-search-errors.ts'
import { pageJson } from '#api/services/directory/candidates.ts'
import { selectionOf } from '#api/services/search/selection.ts'
import { understoodFilters } from '#api/services/search/understood.ts'
import { PAGE_SIZE } from '#db/schema/vocabulary.ts'
import { AppError } from '#sync/contract/errors.ts'
import { searchErrorType } from './search-error-log.ts'

/**
 * Repeats the search of an entry: its first page, as its user would see it. Its errors are not
 * logged, because the operator sees them.
 * @throws AppError `not_found` for an entry that was deleted, `invalid_input` for one without a
 *   valid search.
 */
export async function rerunSearch(
  parts: Pick<Parts, 'sql' | 'search' | 'understand' | 'indexedPeople' | 'readDirectory'>,
  id: string,
): Promise<SearchRerun> {
  const { sql, search, understand } = parts
  const [entry] = await sql<{ search_filters: unknown }[]>`
    select search_filters from search_error_logs where id = ${id}`
  if (!entry) throw new AppError('not_found', 'There is no such entry.')
  const filters = repeatableFilters.safeParse(entry.search_filters ?? {})
  if (!filters.success) {
    throw new AppError('invalid_input', 'These filters cannot be searched by.')
  }
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  try {
    const { clauses } = understoodFilters(understand, filters.data)
    const selection = selectionOf({ filters: filters.data }, clauses)
    const query = { ...selection, offset: 0, limit: PAGE_SIZE, facets: false }
    const { ordinals, count } = await search().search(query)
    await pageJson(parts, ordinals)
    return { error_type: null, error_message: null, response_time_ms: elapsed(), count }
  } catch (error) {
    const error_message = error instanceof Error ? error.message.slice(0, 2000) : 'unknown'
    const error_type = searchErrorType(error)
    return { error_type, error_message, response_time_ms: elapsed(), count: null }
  }
}
