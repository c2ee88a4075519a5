import type { SearchRequest } from '#db/schema/search.ts'
import { NATURAL_DIRECTION } from '#db/schema/vocabulary.ts'
import type { Selection } from './engine.ts'
import type { TextQuery } from './text-query.ts'

/** Whom a request asks for and in which order, its text understood. */
export function selectionOf(
  { filters, sortKey, sortDirection }: Pick<SearchRequest, 'filters' | 'sortKey' | 'sortDirection'>,
  text: TextQuery,
): Selection {
  if (!sortKey) return { filters, text }
  const direction = sortDirection ?? NATURAL_DIRECTION[sortKey]
  return { filters, text, sort: { key: sortKey, direction } }
}
