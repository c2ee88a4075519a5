import type { CollectionFieldSchema } from 'typesense/lib/Typesense/Collection.js'
import { FACETS, type Facet } from '#api/contract/search.ts'
import { bestRank, sortParts } from '#api/services/search/embedded/sort-values.ts'
import {
  documentTerms,
  NAMESPACES,
  TOKEN_VERSION,
  WORD_NAMESPACES,
} from '#api/services/search/embedded/tokens.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { FILTERS } from '#db/schema/filters.ts'
import { specialtyName } from '#db/schema/specialty-name.ts'
import { SORT_KEYS, type SortKey } from '#db/schema/vocabulary.ts'
import { encode, isDigest, token, wordTokens } from './encoding.ts'

/**
 * A person as Typesense holds them:
 *
 * - a field for each namespace of terms, by its name: words, or whole values. Words are there once
 *   each and without order; Typesense itself finds them by their beginnings
 * - facets: the fields of their filters; specialties are counted by name, in a field of its own
 * - `whole_…`: a facet's value where the counted one is a digest
 * - `best`: how good a find they are by themselves, the lowest first
 * - `sort_…`: what they are sorted by, encoded; absent when they come last
 * - `missing_…`: the negated ordinal of those who come last: by ascending ordinal in a descending order
 */
export interface IndexDocument {
  /** The ordinal, which a search returns. */
  id: string
  ordinal: number
  [field: string]: string | number
}

/**
 * Must be raised with every change to this file or to `encoding.ts` that makes existing indexes
 * wrong.
 */
const FIELDS_VERSION = 5

/**
 * Part of every name in Typesense: a release with other fields or other tokens fills its own index,
 * while the previous release keeps using the old one.
 */
export const INDEX_VERSION = `${FIELDS_VERSION}t${TOKEN_VERSION}`

/** Namespaces whose terms may be looked up by a prefix; other terms are looked up whole. */
const WORD_FIELDS: ReadonlySet<string> = new Set([...WORD_NAMESPACES, NAMESPACES.credential])

/** Namespaces that Typesense is never searched by: phrases of specialties, and facet values. */
const LEFT_OUT: ReadonlySet<string> = new Set([NAMESPACES.wholeSpecialty, NAMESPACES.specialtyName])

/** The field of each namespace. */
export const FIELD_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMESPACES).flatMap(([field, namespace]) =>
    LEFT_OUT.has(namespace) ? [] : [[namespace, field] as const],
  ),
)

export const BEST_FIELD = 'best'

export const facetField = (facet: Facet) => (facet === 'specialty' ? 'specialty_name' : facet)
export const wholeField = (facet: Facet) => `whole_${facet}`
export const sortField = (key: SortKey) => `sort_${key}`
export const missingField = (key: SortKey) => `missing_${key}`

const FACET_FIELDS: ReadonlySet<string> = new Set(FACETS.map(facetField))

/** The fields of an index, by Typesense's schema. */
export const INDEX_FIELDS: CollectionFieldSchema[] = [
  { name: 'ordinal', type: 'int32' },
  { name: BEST_FIELD, type: 'int32' },
  ...[...FIELD_OF.values(), facetField('specialty')].map(
    (name): CollectionFieldSchema => ({
      name,
      type: 'string',
      optional: true,
      ...(FACET_FIELDS.has(name) ? { facet: true } : {}),
    }),
  ),
  ...FACETS.map(
    (facet): CollectionFieldSchema => ({
      name: wholeField(facet),
      type: 'string',
      index: false,
      optional: true,
    }),
  ),
  ...SORT_KEYS.flatMap((key): CollectionFieldSchema[] => [
    { name: sortField(key), type: 'string', sort: true, optional: true },
    { name: missingField(key), type: 'int32', optional: true },
  ]),
]

function facetValue(document: SearchDocument, facet: Facet): string | null {
  const value = document[FILTERS[facet].column]
  return facet === 'specialty' ? value && specialtyName(value) : value
}

/** Separates the parts of a sort value: it is below every letter of encoded texts. */
const PART_SEPARATOR = ' '

/** Typesense sorts by the first 2,000 characters; the rest would only take memory. */
const SORT_TEXT_MAX = 2000

/** A candidate as a document for Typesense. */
export function indexDocument(document: SearchDocument): IndexDocument {
  const { ordinal } = document
  const indexed: IndexDocument = {
    id: String(ordinal),
    ordinal,
    [BEST_FIELD]: bestRank(document),
    ...termFields(document),
  }
  for (const facet of FACETS) {
    const value = facetValue(document, facet)
    if (!value) continue
    const counted = token(value)
    indexed[facetField(facet)] = counted
    if (isDigest(counted)) indexed[wholeField(facet)] = value
  }
  for (const key of SORT_KEYS) {
    const parts = sortParts(document, key)
    if (parts.length === 0) indexed[missingField(key)] = -ordinal
    else indexed[sortField(key)] = parts.map(encode).join(PART_SEPARATOR).slice(0, SORT_TEXT_MAX)
  }
  return indexed
}

function termFields(document: SearchDocument): Record<string, string> {
  const tokens = new Map<string, Set<string>>()
  for (const term of documentTerms(document)) {
    const field = FIELD_OF.get(term.charAt(0))
    if (field === undefined) continue
    const text = term.slice(1)
    const found = tokens.get(field) ?? new Set()
    tokens.set(field, found)
    const made = WORD_FIELDS.has(term.charAt(0)) ? wordTokens(text) : [token(text)]
    for (const one of made) found.add(one)
  }
  return Object.fromEntries([...tokens].map(([field, found]) => [field, [...found].join(' ')]))
}
