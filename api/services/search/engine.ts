import type { CandidateRow } from '../../../db/schema/candidates.ts'
import type { FacetCounts, SearchFilters, SpecialtyCount } from '../../../db/schema/search.ts'
import type { SortDirection, SortKey } from '../../../db/schema/vocabulary.ts'

/** The columns of a candidate that can be searched, sorted or counted by. */
export const DOCUMENT_COLUMNS = [
  'ordinal',
  'changed_xid',
  'first_name',
  'middle_name',
  'last_name',
  'title',
  'specialty',
  'organization',
  'company_size',
  'company_industry',
  'company_revenue',
  'city',
  'state',
  'country',
  'skills',
  'education',
] as const

/** A candidate as a search engine takes it in. */
export type SearchDocument = Pick<CandidateRow, (typeof DOCUMENT_COLUMNS)[number]>

export interface EngineQuery {
  filters: SearchFilters
  /** People to skip and to return. */
  offset: number
  limit: number
  /** Without a key the order is that of arrival (ascending ordinal): stable, oldest first. */
  sort?: { key: SortKey; direction: SortDirection }
  /** Count facet values too; costs a little. */
  facets: boolean
}

export interface EngineResult {
  /** The page, in order. */
  ordinals: number[]
  /** Everybody who matches, exactly. */
  count: number
  facets?: FacetCounts
}

/**
 * A search engine. Two implementations, held to one contract-test suite
 * (`tests/integration/search-contract.ts`):
 *
 * - Within a filter values are OR, across filters AND.
 * - Words are runs of letters and digits after folding (accents and case dropped, apostrophes
 *   removed). A value without a word is ignored.
 * - title, organization, education, skills and query match when every word of a value matches: a
 *   word of 3 letters or more as a word's prefix, a shorter one as a whole word. query looks in
 *   name, title, specialty, organization, skills and city; each word may match in another of them.
 *   education looks in schools and degrees.
 * - specialty and city are equal after folding; state, country and the company filters are equal.
 * - Sorting compares folded values by code point, then ordinal; descending is the exact reverse;
 *   people without a value come last either way, by ordinal. name is last, first, middle name;
 *   location is state, city; a part that is missing is left out, and parts are compared in turn.
 */
export interface SearchEngine {
  search(query: EngineQuery): Promise<EngineResult>
  /** The first `limit` matches in unsorted order, and how many match in all. */
  selectIds(filters: SearchFilters, limit: number): Promise<{ ordinals: number[]; count: number }>
  /** People per specialty: spellings that differ in case merged, most frequent first. */
  specialtyCounts(): Promise<SpecialtyCount[]>
  /** Adds people or replaces what is known of them. Visible to the next search. */
  upsert(documents: SearchDocument[]): Promise<void>
  /** Takes people out. Unknown ordinals are ignored. */
  remove(ordinals: number[]): Promise<void>
  close(): Promise<void>
}
