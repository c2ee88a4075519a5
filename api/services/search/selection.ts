import type { SearchRequest } from '#api/contract/search.ts'
import { NATURAL_DIRECTION } from '#db/schema/vocabulary.ts'
import type { Selection } from './engine.ts'
import type { TextQuery } from './text-query.ts'

/** The filters, clauses and order of a request, in the form that an engine takes. */
export function selectionOf(
  { filters, sortKey, sortDirection }: Pick<SearchRequest, 'filters' | 'sortKey' | 'sortDirection'>,
  text: TextQuery,
): Selection {
  if (!sortKey) return { filters, text }
  const direction = sortDirection ?? NATURAL_DIRECTION[sortKey]
  return { filters, text, sort: { key: sortKey, direction } }
}
