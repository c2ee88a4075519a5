import type { SearchFilters } from '../../../../db/schema/search.ts'
import type { SortKey } from '../../../../db/schema/vocabulary.ts'
import type { SearchDocument } from '../engine.ts'
import { specialtyName } from '../specialty-names.ts'
import { fold, prefixOf, words } from '../text.ts'

/**
 * Raise it with every change to what people are found, sorted or counted by: terms, folding, words,
 * the parts of sort values, names of specialties. An index of another version, a snapshot as well as
 * one in Typesense, is not asked and is built anew beside. `tokens.test.ts` fails until it is raised.
 */
export const TOKEN_VERSION = 1

/**
 * A term is one letter that says what it is about, then the text: `sCA` is the state, `tsurgeon` a
 * word of a title. Capitals hold the union of all words that start with three letters.
 */
export const NAMESPACES = {
  state: 's',
  country: 'c',
  companySize: 'z',
  companyIndustry: 'i',
  companyRevenue: 'r',
  specialty: 'p',
  city: 'y',
  title: 't',
  organization: 'o',
  education: 'e',
  skills: 'k',
  query: 'q',
} as const satisfies Record<keyof SearchFilters, string>

/** The specialty as shown; what its facet counts. */
const SPECIALTY_NAME = 'f'

/** Namespaces whose terms are words, so that a prefix may be asked for. */
export const WORD_NAMESPACES = [
  NAMESPACES.title,
  NAMESPACES.organization,
  NAMESPACES.education,
  NAMESPACES.skills,
  NAMESPACES.query,
] as const

/** The term that stands for all words of a namespace with these first three letters. */
export function prefixTerm(wordTerm: string): string | undefined {
  const prefix = prefixOf(wordTerm.slice(1))
  return prefix === undefined ? undefined : wordTerm.charAt(0).toUpperCase() + prefix
}

const exact = (namespace: string) => (text: string) => [namespace + text]
const wordsIn = (namespaces: string) => (text: string) =>
  words(text).flatMap((word) => [...namespaces].map((namespace) => namespace + word))

/** The terms of one value of a document's field. Pure, so that a builder may remember them. */
export const FIELD_TERMS = {
  first_name: wordsIn('q'),
  middle_name: wordsIn('q'),
  last_name: wordsIn('q'),
  title: wordsIn('tq'),
  specialty: (text) => [
    `p${fold(text)}`,
    SPECIALTY_NAME + specialtyName(text),
    ...wordsIn('q')(text),
  ],
  organization: wordsIn('oq'),
  company_size: exact('z'),
  company_industry: exact('i'),
  company_revenue: exact('r'),
  city: (text) => [`y${fold(text)}`, ...wordsIn('q')(text)],
  state: exact('s'),
  country: exact('c'),
  skills: wordsIn('kq'),
  education: wordsIn('e'),
} as const satisfies Partial<Record<keyof SearchDocument, (text: string) => string[]>>

export type TermField = keyof typeof FIELD_TERMS
export const TERM_FIELDS = Object.keys(FIELD_TERMS) as TermField[]

/** The texts a document holds in a field. Education is searched by school and degree. */
export function fieldTexts(document: SearchDocument, field: TermField): readonly string[] {
  if (field === 'skills') return document.skills
  if (field === 'education') {
    const { education } = document
    if (education === null) return []
    if (typeof education === 'string') return [education]
    return education.flatMap(({ school, degree }) =>
      degree === null ? [school] : [school, degree],
    )
  }
  const text = document[field]
  return text === null ? [] : [text]
}

/** Every term a document is found by. */
export function documentTerms(document: SearchDocument): Set<string> {
  const terms = new Set<string>()
  for (const field of TERM_FIELDS) {
    for (const text of fieldTexts(document, field)) {
      for (const term of FIELD_TERMS[field](text)) terms.add(term)
    }
  }
  return terms
}

const SORT_FIELDS = {
  name: ['last_name', 'first_name', 'middle_name'],
  title: ['title'],
  specialty: ['specialty'],
  organization: ['organization'],
  location: ['state', 'city'],
} as const satisfies Record<SortKey, readonly (keyof SearchDocument)[]>

/** How many parts the values of a sort key have at most. */
export const SORT_PARTS: Record<SortKey, number> = {
  name: SORT_FIELDS.name.length,
  title: SORT_FIELDS.title.length,
  specialty: SORT_FIELDS.specialty.length,
  organization: SORT_FIELDS.organization.length,
  location: SORT_FIELDS.location.length,
}

/** Between the parts of a sort value: below every letter, so that "Van" comes before "Van Dyk". */
export const PART_SEPARATOR = '\u0001'

/** What a document is sorted by, folded: the parts it has, none when it comes last. */
export function sortParts(document: SearchDocument, key: SortKey): string[] {
  const parts: string[] = []
  for (const field of SORT_FIELDS[key]) {
    const text = document[field]
    if (text !== null) parts.push(fold(text).replaceAll(PART_SEPARATOR, ''))
  }
  return parts.filter((part) => part !== '')
}

/** Something to look up: a whole term, or every term that starts so. */
export interface Atom {
  term: string
  isPrefix: boolean
}

/** One filter in use: matches when all atoms of any alternative match. */
export interface Clause {
  filter: keyof SearchFilters
  alternatives: Atom[][]
}

const EQUAL = ['state', 'country', 'companySize', 'companyIndustry', 'companyRevenue'] as const
const EQUAL_FOLDED = ['specialty', 'city'] as const
const WORDS = ['title', 'organization', 'education', 'skills'] as const

/** The filters in use. A value without a word is ignored, and a filter without a value. */
export function clausesOf(filters: SearchFilters): Clause[] {
  const whole = (filter: keyof SearchFilters, text: string): Atom[] =>
    words(text).length === 0 ? [] : [{ term: NAMESPACES[filter] + text, isPrefix: false }]
  const clauses: Clause[] = [
    { filter: 'query', alternatives: [wordAtoms('query', filters.query)] },
    ...WORDS.map((filter) => ({
      filter,
      alternatives: filters[filter].map((text) => wordAtoms(filter, text)),
    })),
    ...EQUAL.map((filter) => ({
      filter,
      alternatives: filters[filter].map((text) => whole(filter, text)),
    })),
    ...EQUAL_FOLDED.map((filter) => ({
      filter,
      alternatives: filters[filter].map((text) => whole(filter, fold(text))),
    })),
  ]
  return clauses
    .map(({ filter, alternatives }) => ({
      filter,
      alternatives: alternatives.filter((atoms) => atoms.length > 0),
    }))
    .filter(({ alternatives }) => alternatives.length > 0)
}

function wordAtoms(filter: keyof SearchFilters, text: string): Atom[] {
  return words(text).map((word) => ({
    term: NAMESPACES[filter] + word,
    isPrefix: prefixOf(word) !== undefined,
  }))
}
