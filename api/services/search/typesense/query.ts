import { FACETS, type Facet } from '../../../../db/schema/search.ts'
import type { Atom, Clause } from '../embedded/tokens.ts'
import type { EngineQuery } from '../engine.ts'
import { TypesenseError } from './client.ts'
import { prefixPattern, token } from './encoding.ts'
import { facetField, missingField, sortField, wholeField } from './index-document.ts'

/** Most people Typesense gives in one answer. */
const PER_PAGE_MAX = 250

/** More values than any facet has; Typesense gives ten unless told. */
const FACET_VALUES_MAX = 100_000

/**
 * More words than begin alike in any directory: Typesense looks at four unless told, and a total
 * would no longer be exact.
 */
const PREFIX_WORDS_MAX = 10_000_000

/** Typesense takes 100 operations in a filter, counting comparisons and what stands between them. */
const COMPARISONS_MAX = 50

/** One search of a `multi_search`, in the parameters this project uses. */
export interface IndexSearch {
  q: '*'
  filter_by?: string
  max_filter_by_candidates?: number
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
 * Filters as Typesense's `filter_by`: `title:[rn*,md] && (skills:[icu*] || (skills:basic* && skills:
 * life*))`. A list is ORed, and so are the words of a list's value ANDed, as long as each is meant
 * whole: words of which the beginning is meant need a comparison each.
 * @throws TypesenseError when there are more comparisons than Typesense takes
 */
export function filterBy(
  clauses: Clause[],
): Pick<IndexSearch, 'filter_by' | 'max_filter_by_candidates'> {
  if (clauses.length === 0) return {}
  const parts = clauses.map(comparisons)
  const count = parts.flat(2).length
  if (count > COMPARISONS_MAX)
    throw new TypesenseError('too many words for one filter', { kind: 'refused' })
  return {
    filter_by: parts.map((alternatives) => joined(alternatives.map(all), ' || ')).join(' && '),
    max_filter_by_candidates: PREFIX_WORDS_MAX,
  }
}

const joined = (parts: string[], operator: string) =>
  parts.length > 1 ? `(${parts.join(operator)})` : (parts[0] ?? '')
const all = (parts: string[]) => joined(parts, ' && ')

/** The alternatives of a clause, each the comparisons that must all hold. */
function comparisons({ filter, alternatives }: Clause): string[][] {
  const lists = alternatives.map(values)
  const single = lists.filter((list) => list.length === 1).flat()
  const several = lists.filter((list) => list.length > 1)
  return [
    ...(single.length > 0 ? [[`${filter}:[${[...new Set(single)].join(',')}]`]] : []),
    ...several.map((list) => list.map((value) => `${filter}:${value}`)),
  ]
}

/** The filter values that must all match: each beginning by itself, whole words together. */
function values(atoms: Atom[]): string[] {
  const text = ({ term }: Atom) => term.slice(1)
  const patterns = atoms.filter(({ isPrefix }) => isPrefix).map((atom) => prefixPattern(text(atom)))
  const whole = atoms.filter(({ isPrefix }) => !isPrefix).map((atom) => token(text(atom)))
  return [...new Set(patterns), ...(whole.length > 0 ? [[...new Set(whole)].join(' ')] : [])]
}

/** The order of a result as Typesense's `sort_by`. */
export function sortBy(sort: EngineQuery['sort']): string {
  if (!sort) return 'ordinal:asc'
  const { key, direction } = sort
  const value = `${sortField(key)}(missing_values: last):${direction}`
  return direction === 'asc'
    ? `${value},ordinal:asc`
    : `${value},${missingField(key)}:desc,ordinal:desc`
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

/** A search for somebody who has a facet's value, of which only a digest is known. */
export function wholeValueSearch(facet: Facet, digest: string): IndexSearch {
  return {
    q: '*',
    filter_by: `${facetField(facet)}:[${digest}]`,
    per_page: 1,
    include_fields: wholeField(facet),
  }
}
