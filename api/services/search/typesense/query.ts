import { FACETS, type Facet } from '../../../../db/schema/search.ts'
import type { Clause } from '../embedded/tokens.ts'
import type { EngineQuery } from '../engine.ts'
import { token } from './encoding.ts'
import { facetField, sortField, tieField } from './index-document.ts'

/** Most people Typesense gives in one answer. */
const PER_PAGE_MAX = 250

/** More values than any facet has; Typesense gives ten unless told. */
const FACET_VALUES_MAX = 100_000

/** One search of a `multi_search`, in the parameters this project uses. */
export interface IndexSearch {
  q: '*'
  filter_by?: string
  sort_by?: string
  offset?: number
  limit?: number
  per_page?: number
  include_fields?: string
  facet_by?: string
  facet_strategy?: 'exhaustive'
  max_facet_values?: number
}

/**
 * Filters as Typesense's `filter_by`: `terms:[a b,c] && terms:[d]`. Words of a value are ANDed, the
 * values of a list ORed. There is one `&&` for a filter, however many values it has, well below the
 * 100 operations Typesense allows.
 */
export function filterBy(clauses: Clause[]): { filter_by?: string } {
  if (clauses.length === 0) return {}
  const values = ({ alternatives }: Clause) =>
    alternatives.map((atoms) => [...new Set(atoms.map(({ term }) => token(term)))].join(' '))
  return { filter_by: clauses.map((clause) => `terms:[${values(clause).join(',')}]`).join(' && ') }
}

/** The order of a result as Typesense's `sort_by`. */
export function sortBy(sort: EngineQuery['sort']): string {
  if (!sort) return 'ordinal:asc'
  const tie = sort.direction === 'asc' ? 'ordinal' : tieField(sort.key)
  const value = `${sortField(sort.key)}(missing_values: last)`
  return `${value}:${sort.direction},${tie}:${sort.direction}`
}

/** The searches that together read a page: more than one where it is longer than an answer may be. */
export function pageSearches(
  clauses: Clause[],
  { offset, limit, sort }: Pick<EngineQuery, 'offset' | 'limit' | 'sort'>,
): IndexSearch[] {
  const searches: IndexSearch[] = []
  for (let from = 0; from === 0 || from < limit; from += PER_PAGE_MAX) {
    searches.push({
      q: '*',
      ...filterBy(clauses),
      sort_by: sortBy(sort),
      offset: offset + from,
      limit: Math.min(limit - from, PER_PAGE_MAX),
      include_fields: 'id',
    })
  }
  return searches
}

/**
 * The searches that together count facet values, each with every filter but the facet's own: one
 * for all facets that no filter is about, and one for each other.
 */
export function facetSearches(clauses: Clause[]): IndexSearch[] {
  const isFiltered = (facet: Facet) => clauses.some(({ filter }) => filter === facet)
  const free = FACETS.filter((facet) => !isFiltered(facet))
  return [
    ...(free.length > 0 ? [facetSearch(free, clauses)] : []),
    ...FACETS.filter(isFiltered).map((facet) =>
      facetSearch(
        [facet],
        clauses.filter(({ filter }) => filter !== facet),
      ),
    ),
  ]
}

/** A search that counts values and returns nobody. */
export function facetSearch(facets: readonly Facet[], clauses: Clause[]): IndexSearch {
  return {
    q: '*',
    ...filterBy(clauses),
    per_page: 0,
    facet_by: facets.map(facetField).join(','),
    // The other strategy looks at the most frequent values only.
    facet_strategy: 'exhaustive',
    max_facet_values: FACET_VALUES_MAX,
  }
}
