import type { CollectionFieldSchema } from 'typesense/lib/Typesense/Collection.js'
import { FACETS, type Facet } from '../../../../db/schema/search.ts'
import { SORT_KEYS, type SortKey } from '../../../../db/schema/vocabulary.ts'
import { documentTerms, PART_SEPARATOR, sortParts, WORD_NAMESPACES } from '../embedded/tokens.ts'
import type { SearchDocument } from '../engine.ts'
import { specialtyName } from '../specialty-names.ts'
import { PREFIX_MIN_LETTERS } from '../text.ts'
import { encode, token } from './encoding.ts'

/**
 * A person as Typesense holds them:
 *
 * - `terms`: every term they are found by, as one text of words. A word of three letters or more is
 *   there with each of its beginnings, so that a prefix is found by looking up a whole word: exact
 *   and without a limit on how many words begin so, at the price of about four times the words.
 * - a facet's value, encoded
 * - `sort_…`: what they are sorted by, encoded; absent when they come last
 * - `tie_…`: decides between equals in a descending order, where people with a value go by
 *   descending and people without one by ascending ordinal
 */
export interface IndexDocument {
  /** The ordinal: what a search answers with. */
  id: string
  ordinal: number
  terms: string
  [field: string]: string | number
}

/** Part of every name in Typesense; another shape needs another number and a new index. */
export const SHAPE_VERSION = 1

export const facetField = (facet: Facet) => `facet_${facet}`
export const sortField = (key: SortKey) => `sort_${key}`
export const tieField = (key: SortKey) => `tie_${key}`

/** The fields of an index. */
export const INDEX_FIELDS: CollectionFieldSchema[] = [
  { name: 'ordinal', type: 'int32' },
  { name: 'terms', type: 'string' },
  ...FACETS.map(
    (facet): CollectionFieldSchema => ({
      name: facetField(facet),
      type: 'string',
      facet: true,
      optional: true,
    }),
  ),
  ...SORT_KEYS.flatMap((key): CollectionFieldSchema[] => [
    { name: sortField(key), type: 'string', sort: true, optional: true },
    { name: tieField(key), type: 'int32' },
  ]),
]

const FACET_VALUES: Record<Facet, (document: SearchDocument) => string | null> = {
  specialty: ({ specialty }) => specialty && specialtyName(specialty),
  state: ({ state }) => state,
  companySize: ({ company_size }) => company_size,
  companyRevenue: ({ company_revenue }) => company_revenue,
  companyIndustry: ({ company_industry }) => company_industry,
}

/** Typesense sorts by the first 2,000 characters; what is longer would only take memory. */
const SORT_TEXT_MAX = 2000

/** A candidate in the form Typesense takes in. */
export function indexDocument(document: SearchDocument): IndexDocument {
  const { ordinal } = document
  const indexed: IndexDocument = { id: String(ordinal), ordinal, terms: indexTerms(document) }
  for (const facet of FACETS) {
    const value = FACET_VALUES[facet](document)
    if (value) indexed[facetField(facet)] = encode(value)
  }
  for (const key of SORT_KEYS) {
    const parts = sortParts(document, key)
    if (parts.length > 0) {
      indexed[sortField(key)] = encode(parts.join(PART_SEPARATOR)).slice(0, SORT_TEXT_MAX)
    }
    indexed[tieField(key)] = parts.length > 0 ? ordinal : -ordinal
  }
  return indexed
}

function indexTerms(document: SearchDocument): string {
  const tokens = new Set<string>()
  for (const term of documentTerms(document)) {
    for (const beginning of isWord(term) ? beginnings(term) : [term]) tokens.add(token(beginning))
  }
  return [...tokens].join(' ')
}

const isWord = (term: string) => (WORD_NAMESPACES as readonly string[]).includes(term.charAt(0))

/** A word's term and those of its beginnings of three letters and more. */
function beginnings(term: string): string[] {
  const [namespace = '', ...letters] = term
  const terms = [term]
  for (let length = PREFIX_MIN_LETTERS; length < letters.length; length++) {
    terms.push(namespace + letters.slice(0, length).join(''))
  }
  return terms
}
