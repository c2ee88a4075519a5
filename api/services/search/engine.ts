import type { FacetCounts, SearchFilters, SpecialtyCount } from '#api/contract/search.ts'
import type { CandidateRow, ContactKnown } from '#db/schema/candidates.ts'
import { COLUMN_FILTERS, FILTERS } from '#db/schema/filters.ts'
import type { SortDirection, SortKey } from '#db/schema/vocabulary.ts'
import type { TextQuery } from './text-query.ts'

/** The columns of a candidate that can be searched, sorted or counted by. */
export const DOCUMENT_COLUMNS = [
  'ordinal',
  'changed_xid',
  'first_name',
  'middle_name',
  'last_name',
  'office_zip',
  ...COLUMN_FILTERS.map((filter) => FILTERS[filter].column),
] as const

/** A candidate as a search engine receives it. Security: it never contains the value of a contact. */
export type SearchDocument = Pick<CandidateRow, (typeof DOCUMENT_COLUMNS)[number]> & {
  contacts: Pick<ContactKnown, 'kind' | 'verified_at'>[]
}

/** The people that a search selects. `filters.query` is ignored: `text` is its understanding. */
export interface Selection {
  filters: SearchFilters
  text: TextQuery
  /** Ordinals of people to leave out, ascending. */
  leaveOut?: readonly number[]
  /** Without a key the order is best match. */
  sort?: { key: SortKey; direction: SortDirection }
}

/** A page of a selection, sorted. */
export interface EngineQuery extends Selection {
  /** How many people are skipped and returned. */
  offset: number
  limit: number
  /** Whether to count facet values too, which costs a little. */
  facets: boolean
}

/** A page of people, by their ordinals, and the number of matches. */
export interface EngineResult {
  /** The page, in order. */
  ordinals: number[]
  /** The exact number of all matches. */
  count: number
  facets?: FacetCounts
}

/**
 * A search engine. Two implementations, held to one contract-test suite
 * (`tests/integration/search-contract.ts`):
 *
 * - Within a filter values are OR, across filters AND. Every clause of the text must hold as well:
 *   any of its matches, or, where it is excluded, none of them.
 * - Words are runs of letters and digits after folding (accents and case dropped, apostrophes
 *   removed). A filter's value without a word is ignored; a clause of the text without one finds
 *   nobody.
 * - title, organization, education and skills match when every word of a value matches: a word of 3
 *   letters or more as a word's prefix, a shorter one as a whole word. education looks in schools
 *   and degrees.
 * - specialty and city are equal after folding; state, country, npi and the company filters are
 *   equal. credential matches when each of the value's is among the person's ("RN, BSN" holds rn and
 *   bsn; a credential is compared by its letters and digits).
 * - hasContact asks whether a contact of the kind exists, and `mobile` is the kind `phone`.
 *   verifiedWithin asks whether any contact was verified on a day (UTC) so many days ago or later.
 * - Text: `equal` compares folded texts in specialty and city, words in title, organization and
 *   skills; elsewhere it is `words`. `phrase` is exact in specialty, title, organization and skills
 *   (in each skill by itself); in name, city and credential the order of words does not matter, so
 *   it is `words`. npi, state, country,
 *   cityInState, postalCode and contact are only ever equal. cityInState is the folded city, a bar and
 *   the state; postalCode the areas of the office's postal code: of a ZIP code its five digits, of a
 *   Canadian one the whole in small letters without the blank, and its first three; contact a kind of
 *   contact as hasContact names it. In `any`
 *   each word may stand in another field, those of a phrase in one.
 * - Best match: people whom the text finds with matches of tier 0 alone, then those whom it also
 *   finds with tier 1, and so on (`tierOf`); without text all are alike. Within a tier: those with a
 *   verified mobile or personal e-mail, the day of the most recent first; then those of whom more is
 *   known (`sort-values.ts`); then by ordinal.
 * - Sorting compares folded values by code point, then ordinal; descending is the exact reverse;
 *   people without a value come last either way, by ordinal. name is last, first, middle name;
 *   location is state, city; a part that is missing is left out, and parts are compared in turn.
 *   verified is the day on which any contact was last verified.
 */
export interface SearchEngine {
  search(query: EngineQuery): Promise<EngineResult>
  /** The first `limit` matches, and how many match in all. */
  selectIds(selection: Selection, limit: number): Promise<{ ordinals: number[]; count: number }>
  /** People per specialty: spellings that differ in case merged, most frequent first. */
  specialtyCounts(): Promise<SpecialtyCount[]>
  /** Adds people or replaces their documents. The next search sees the change. */
  upsert(documents: SearchDocument[]): Promise<void>
  /** Removes people. Unknown ordinals are ignored. */
  remove(ordinals: number[]): Promise<void>
  close(): Promise<void>
}
