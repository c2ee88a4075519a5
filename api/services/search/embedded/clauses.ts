import type { SearchFilters } from '#api/contract/search.ts'
import type { Selection } from '#api/services/search/engine.ts'
import { fold, prefixOf, words } from '#api/services/search/text.ts'
import { type TextMatch, type TextQuery, tierOf } from '#api/services/search/text-query.ts'
import { COLUMN_FILTERS, type Comparison, FILTERS } from '#db/schema/filters.ts'
import { blocksSince, dayOf } from './day-blocks.ts'
import { credentials, NAMESPACES, type Namespace, wholeText } from './tokens.ts'

/**
 * One lookup: a whole term, every term with a prefix, or every term of a namespace of whole texts
 * that contains these words as a phrase.
 */
export interface Atom {
  term: string
  how: 'whole' | 'prefix' | 'phrase'
}

/** One way to match: all of its atoms must match. */
export interface Alternative {
  atoms: Atom[]
  /** The quality of the match, 0 the best; filters do not affect it. */
  tier: number
}

/** One filter in use, or one part of the text: it matches when any alternative does. */
export interface Clause {
  /** The filter; undefined for a part of the text. */
  filter?: keyof SearchFilters
  alternatives: Alternative[]
  isExcluded: boolean
}

const whole = (term: string): Atom => ({ term, how: 'whole' })

/** The lookups for a value of a filter, by how the filter compares. */
const ATOMS: Record<Comparison, (namespace: Namespace, text: string) => Atom[]> = {
  words: (namespace, text) => prefixAtoms(namespace, text),
  folded: (namespace, text) => [whole(namespace + fold(text))],
  equal: (namespace, text) => [whole(namespace + text)],
  trimmed: (namespace, text) => [whole(namespace + text.trim())],
  credentials: (_, text) => credentialAtoms(text),
}

/**
 * The filters in use and the parts of the text. A filter without a value is ignored, as is a value
 * without a word. No part of the text is ignored: a text without terms matches no document.
 */
export function clausesOf(
  { filters, text }: Pick<Selection, 'filters' | 'text'>,
  now = Date.now(),
): Clause[] {
  const clause = (filter: keyof SearchFilters, alternatives: Atom[][]): Clause => ({
    filter,
    alternatives: alternatives
      .filter((atoms) => atoms.length > 0)
      .map((atoms) => ({ atoms, tier: 0 })),
    isExcluded: false,
  })
  const inUse = [
    ...COLUMN_FILTERS.map((filter) => {
      const atoms = ATOMS[FILTERS[filter].comparison]
      const valued = filters[filter].filter((text) => words(text).length > 0)
      return clause(
        filter,
        valued.map((text) => atoms(NAMESPACES[filter], text)),
      )
    }),
    clause(
      'hasContact',
      filters.hasContact.map((kind) => [whole(NAMESPACES.contact + kind)]),
    ),
    clause(
      'verifiedWithin',
      // The longest period includes the shorter ones.
      filters.verifiedWithin.length === 0
        ? []
        : blocksSince(dayOf(now) - Math.max(...filters.verifiedWithin.map(Number))).map((block) => [
            whole(NAMESPACES.verified + block),
          ]),
    ),
  ].filter(({ alternatives }) => alternatives.length > 0)
  return [...inUse, ...textClauses(text)]
}

function textClauses(text: TextQuery): Clause[] {
  return text.map(({ anyOf, isExcluded }) => ({
    isExcluded,
    alternatives: anyOf.flatMap((match) =>
      matchAtoms(match).map((atoms) => ({ atoms, tier: tierOf(match) })),
    ),
  }))
}

/** The namespace of each field's words, and those of whole texts in which a phrase is looked up. */
const TEXT_WORDS = {
  name: NAMESPACES.name,
  specialty: NAMESPACES.specialtyWord,
  title: NAMESPACES.title,
  organization: NAMESPACES.organization,
  skills: NAMESPACES.skills,
  city: NAMESPACES.cityWord,
  any: NAMESPACES.any,
} as const
const TEXT_WHOLE = {
  specialty: NAMESPACES.wholeSpecialty,
  title: NAMESPACES.wholeTitle,
  organization: NAMESPACES.wholeOrganization,
  skills: NAMESPACES.wholeSkill,
} as const

/** The alternatives by which a match is looked up; none when nothing can match. */
function matchAtoms({ field, how, value }: TextMatch): Atom[][] {
  const found = ((): Atom[][] => {
    switch (field) {
      case 'npi':
      case 'state':
      case 'country':
      case 'cityInState':
      case 'postalCode':
      case 'contact':
        return words(value).length === 0 ? [] : [[whole(NAMESPACES[field] + value.trim())]]
      case 'credential':
        return [
          how === 'prefixes'
            ? credentials(value).map((one) => startAtom(NAMESPACES.credential, one))
            : credentialAtoms(value),
        ]
      case 'name':
        return [how === 'prefixes' ? prefixAtoms('n', value) : wordAtoms('n', value)]
      case 'any':
        return how === 'phrase' ? anyPhrase(value) : [fieldAtoms(field, how, value)]
      default:
        return [fieldAtoms(field, how, value)]
    }
  })()
  return found.filter((atoms) => atoms.length > 0)
}

function fieldAtoms(
  field: 'specialty' | 'title' | 'organization' | 'skills' | 'city' | 'any',
  how: TextMatch['how'],
  value: string,
): Atom[] {
  const isWhole = field !== 'city' && field !== 'any'
  if (how === 'prefixes') return prefixAtoms(TEXT_WORDS[field], value)
  if (how === 'equal' && words(value).length > 0) {
    if (field === 'city' || field === 'specialty') return [whole(NAMESPACES[field] + fold(value))]
    if (isWhole) return [whole(TEXT_WHOLE[field] + wholeText(value))]
  }
  const atoms = wordAtoms(TEXT_WORDS[field], value)
  // People with the words are found first, so that only their texts are scanned.
  if (how !== 'phrase' || !isWhole || atoms.length < 2) return atoms
  return [...atoms, { term: TEXT_WHOLE[field] + wholeText(value), how: 'phrase' }]
}

/** A phrase may occur in any of the fields, but must lie within one. */
function anyPhrase(value: string): Atom[][] {
  if (words(value).length < 2) return [wordAtoms(NAMESPACES.any, value)]
  const fields = ['specialty', 'title', 'organization', 'skills', 'city'] as const
  return [
    wordAtoms(NAMESPACES.name, value),
    ...fields.map((field) => fieldAtoms(field, 'phrase', value)),
  ]
}

/** A repeated word adds nothing, and each lookup takes memory until the search ends. */
const distinctWords = (text: string) => [...new Set(words(text))]

const wordAtoms = (namespace: Namespace, text: string) =>
  distinctWords(text).map((word) => whole(namespace + word))

const prefixAtoms = (namespace: Namespace, text: string) =>
  distinctWords(text).map((word) => startAtom(namespace, word))

const startAtom = (namespace: Namespace, word: string): Atom => ({
  term: namespace + word,
  how: prefixOf(word) === undefined ? 'whole' : 'prefix',
})

const credentialAtoms = (text: string) =>
  credentials(text).map((credential) => whole(NAMESPACES.credential + credential))
