import { FACETS, type Facet } from '#api/contract/search.ts'
import { tiersBeforeLast } from '#api/services/search/embedded/best-match.ts'
import type { Atom, Clause } from '#api/services/search/embedded/clauses.ts'
import type { EngineQuery } from '#api/services/search/engine.ts'
import { TypesenseError } from './client.ts'
import { prefixPattern, token } from './encoding.ts'
import {
  BEST_FIELD,
  FIELD_OF,
  facetField,
  missingField,
  sortField,
  wholeField,
} from './index-document.ts'

/** The most people Typesense returns in one response. */
const PER_PAGE_MAX = 250

/** More values than any facet has; Typesense returns ten by default. */
const FACET_VALUES_MAX = 100_000

/**
 * The most words with one prefix, more than any directory has. Typesense considers four by default,
 * and a total would no longer be exact.
 */
const PREFIX_WORDS_MAX = 10_000_000

/**
 * Typesense accepts 100 operations in a filter, counting comparisons and the operators between
 * them.
 */
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

/** The most people excluded by their ordinals; more would make a filter of many kilobytes. */
const LEFT_OUT_MAX = 1000

/**
 * Clauses as Typesense's `filter_by`: `title:[rn*,md] && (skills:[icu*] || (skills:basic* && skills:
 * life*))`. The values of a list are ORed, and the words of one value ANDed if each is a whole
 * word: each prefix needs its own comparison.
 * @throws TypesenseError when there are more comparisons than Typesense takes, or when a clause has
 *   a phrase: Typesense stores the words of a text without their order
 */
export function filterBy(
  clauses: readonly Clause[],
  leaveOut: readonly number[] = [],
): Pick<IndexSearch, 'filter_by' | 'max_filter_by_candidates'> {
  if (leaveOut.length > LEFT_OUT_MAX) throw refused('too many people to leave out')
  const parts = [
    ...clauses.map(clauseFilter),
    ...(leaveOut.length > 0 ? [`ordinal:!=[${leaveOut.join(',')}]`] : []),
  ]
  if (parts.length === 0) return {}
  const filter = parts.join(' && ')
  if (filter.split(OPERATORS).length > COMPARISONS_MAX) {
    throw refused('too many words for one filter')
  }
  return { filter_by: filter, max_filter_by_candidates: PREFIX_WORDS_MAX }
}

const OPERATORS = / && | \|\| /

/** Matches nobody: the filter of a clause that cannot match. */
const MATCH_NONE = 'ordinal:<0'

const refused = (why: string) => new TypesenseError(why, { kind: 'refused' })

const joined = (parts: string[], operator: string) =>
  parts.length > 1 ? `(${parts.join(operator)})` : (parts[0] ?? '')

function clauseFilter({ alternatives, isExcluded }: Clause): string {
  const sign = isExcluded ? '!' : ''
  const [and, or] = isExcluded ? [' || ', ' && '] : [' && ', ' || ']
  const single = new Map<string, Set<string>>()
  const several: string[] = []
  for (const { atoms } of alternatives) {
    const [first] = atoms
    if (!first) continue
    const field = fieldOf(first)
    const found = values(atoms)
    if (found.length > 1) {
      several.push(
        joined(
          found.map((value) => `${field}:${sign}${value}`),
          and,
        ),
      )
    } else single.set(field, (single.get(field) ?? new Set()).add(found[0] ?? ''))
  }
  const lists = [...single].map(([field, found]) => `${field}:${sign}[${[...found].join(',')}]`)
  return joined([...lists, ...several], or) || (isExcluded ? 'ordinal:>=0' : MATCH_NONE)
}

/** The field of a term; the atoms of an alternative all have the same. */
function fieldOf({ term }: Atom): string {
  const field = FIELD_OF.get(term.charAt(0))
  if (field === undefined) throw refused(`no field holds ${term.charAt(0)}`)
  return field
}

/** The filter values that must all match: each prefix by itself, whole words together. */
function values(atoms: readonly Atom[]): string[] {
  if (atoms.some(({ how }) => how === 'phrase')) throw refused('a phrase')
  const text = ({ term }: Atom) => term.slice(1)
  const isPrefix = ({ how }: Atom) => how === 'prefix'
  const patterns = atoms.filter(isPrefix).map((atom) => prefixPattern(text(atom)))
  const whole = atoms.filter((atom) => !isPrefix(atom)).map((atom) => token(text(atom)))
  return [...new Set(patterns), ...(whole.length > 0 ? [[...new Set(whole)].join(' ')] : [])]
}

/**
 * The order of best match: people by the first tier whose filter matches them, then by their own
 * quality.
 * @throws TypesenseError when a tier has more comparisons than Typesense takes
 */
function bestMatch(clauses: readonly Clause[]): string {
  const tiers = tiersBeforeLast(clauses).map((tier, index, all) => {
    const within = clauses
      .filter(({ isExcluded }) => !isExcluded)
      .map((clause) => ({
        ...clause,
        alternatives: clause.alternatives.filter((alternative) => alternative.tier <= tier),
      }))
    return `(${filterBy(within).filter_by}):${all.length - index}`
  })
  const byTier = tiers.length > 0 ? `_eval([${tiers.join(',')}]):desc,` : ''
  return `${byTier}${BEST_FIELD}:asc,ordinal:asc`
}

/** The order of a result as Typesense's `sort_by`. */
export function sortBy(clauses: readonly Clause[], sort: EngineQuery['sort']): string {
  if (!sort) return bestMatch(clauses)
  const { key, direction } = sort
  const value = `${sortField(key)}(missing_values: last):${direction}`
  return direction === 'asc'
    ? `${value},ordinal:asc`
    : `${value},${missingField(key)}:desc,ordinal:desc`
}

/** The searches that together read a page: several when it is longer than a response may be. */
export function pageSearches(
  clauses: readonly Clause[],
  { offset, limit, sort, leaveOut }: Pick<EngineQuery, 'offset' | 'limit' | 'sort' | 'leaveOut'>,
): IndexSearch[] {
  const searches: IndexSearch[] = []
  const filter = filterBy(clauses, leaveOut)
  const order = sortBy(clauses, sort)
  for (let from = 0; from === 0 || from < limit; from += PER_PAGE_MAX) {
    searches.push({
      q: '*',
      ...filter,
      sort_by: order,
      offset: offset + from,
      limit: Math.min(limit - from, PER_PAGE_MAX),
      include_fields: 'id',
    })
  }
  return searches
}

/**
 * The searches that together count facet values, each with every filter but the facet's own: one
 * for all facets without a filter, and one for each of the others.
 */
export function facetSearches(
  clauses: readonly Clause[],
  leaveOut: readonly number[] = [],
): IndexSearch[] {
  const isFiltered = (facet: Facet) => clauses.some(({ filter }) => filter === facet)
  const free = FACETS.filter((facet) => !isFiltered(facet))
  return [
    ...(free.length > 0 ? [facetSearch(free, clauses, leaveOut)] : []),
    ...FACETS.filter(isFiltered).map((facet) =>
      facetSearch(
        [facet],
        clauses.filter(({ filter }) => filter !== facet),
        leaveOut,
      ),
    ),
  ]
}

/** A search that counts values and returns no people. */
export function facetSearch(
  facets: readonly Facet[],
  clauses: readonly Clause[],
  leaveOut: readonly number[] = [],
): IndexSearch {
  return {
    q: '*',
    ...filterBy(clauses, leaveOut),
    per_page: 0,
    facet_by: facets.map(facetField).join(','),
    // The other strategy counts the most frequent values only.
    facet_strategy: 'exhaustive',
    max_facet_values: FACET_VALUES_MAX,
  }
}

/** A search for a person with a facet's value, of which only a digest is known. */
export function wholeValueSearch(facet: Facet, digest: string): IndexSearch {
  return {
    q: '*',
    filter_by: `${facetField(facet)}:[${digest}]`,
    per_page: 1,
    include_fields: wholeField(facet),
  }
}
