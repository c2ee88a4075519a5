import type { SearchDocument } from '#api/services/search/engine.ts'
import { postalAreas } from '#api/services/search/postal-area.ts'
import { fold, prefixOf, words } from '#api/services/search/text.ts'
import {
  COLUMN_FILTERS,
  type ColumnFilter,
  FILTERS,
  type FilterColumn,
  type FilterValue,
} from '#db/schema/filters.ts'
import { specialtyName } from '#db/schema/specialty-name.ts'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import { dayBlocks } from './day-blocks.ts'
import { lastVerified } from './sort-values.ts'

/**
 * Must be raised with every change to what people are found, sorted or counted by: terms, folding,
 * words, the parts of sort values, names of specialties. An index of another version, in a snapshot
 * or in Typesense, is not used, and a new one is built. `tokens.test.ts` fails until it is raised.
 */
export const TOKEN_VERSION = 3

/**
 * A term is one letter, its namespace, and a text: `sCA` is a state, `tsurgeon` a word of a title.
 * A capital letter holds the union of all words with the same first three letters. The values of a
 * filter that is compared with a column are looked up in the namespace with the filter's name. All
 * letters from a to z are used: the next namespace is a Greek letter, which has a capital too.
 */
export const NAMESPACES = {
  // Namespaces whose terms equal a filter's value.
  state: 's',
  country: 'c',
  companySize: 'z',
  companyIndustry: 'i',
  companyRevenue: 'r',
  specialty: 'p',
  city: 'y',
  npi: 'x',
  postalCode: 'u',
  /** The kinds of contacts that a person has. */
  contact: 'h',
  /** Blocks of days that hold the day of the last verification. */
  verified: 'v',
  // Namespaces of words, which may be looked up by a prefix.
  name: 'n',
  title: 't',
  organization: 'o',
  education: 'e',
  skills: 'k',
  credential: 'd',
  specialtyWord: 'w',
  cityWord: 'j',
  /** The words of name, title, specialty, organization, skills and city. */
  any: 'q',
  // Namespaces of whole texts: their words with a space between.
  wholeTitle: 'm',
  wholeOrganization: 'g',
  wholeSkill: 'b',
  wholeSpecialty: 'a',
  /** The specialty as shown, which its facet counts. */
  specialtyName: 'f',
  /** A city with its state: `houston|TX`. */
  cityInState: 'l',
} as const satisfies Record<ColumnFilter, string> & Record<string, string>
export type Namespace = (typeof NAMESPACES)[keyof typeof NAMESPACES]

/** Namespaces whose terms are words, so that a prefix may be looked up. */
export const WORD_NAMESPACES: readonly Namespace[] = [
  ...COLUMN_FILTERS.flatMap((filter) =>
    FILTERS[filter].comparison === 'words' ? [NAMESPACES[filter]] : [],
  ),
  NAMESPACES.name,
  NAMESPACES.specialtyWord,
  NAMESPACES.cityWord,
  NAMESPACES.any,
]

/** The term that stands for all words of a namespace with these first three letters. */
export function prefixTerm(wordTerm: string): string | undefined {
  const prefix = prefixOf(wordTerm.slice(1))
  return prefix === undefined ? undefined : wordTerm.charAt(0).toUpperCase() + prefix
}

/** A text without its punctuation: its words with a space between. */
export const wholeText = (text: string) => words(text).join(' ')

const CREDENTIAL_SEPARATOR = /[\s,/;]+/

/** Credentials as they are compared: "M.D., PA-C" is `md` and `pac`. */
export function credentials(text: string): string[] {
  return text
    .split(CREDENTIAL_SEPARATOR)
    .map((part) => words(part).join(''))
    .filter((credential) => credential !== '')
}

/** The kinds of contacts that can be asked for; `phone` is the mobile number. */
export const CONTACTS_ASKED: Partial<Record<ContactKind, FilterValue<'hasContact'>>> = {
  phone: 'mobile',
  personal_email: 'personal_email',
  work_email: 'work_email',
}

type Terms = (text: string) => string[]

const exact = (namespace: Namespace) => (text: string) => [namespace + text]
const wordsIn = (namespaces: string) => (text: string) =>
  words(text).flatMap((word) => [...namespaces].map((namespace) => namespace + word))
const whole = (namespace: Namespace) => (text: string) => {
  const found = wholeText(text)
  return found === '' ? [] : [namespace + found]
}
const all =
  (...makers: Terms[]) =>
  (text: string) =>
    makers.flatMap((make) => make(text))

/**
 * The terms of one text of a document. The functions are pure, so that a builder may cache their
 * results.
 */
export const FIELD_TERMS = {
  first_name: wordsIn('nq'),
  middle_name: wordsIn('nq'),
  last_name: wordsIn('nq'),
  credential: (text) => credentials(text).map((credential) => `d${credential}`),
  npi: exact('x'),
  title: all(wordsIn('tq'), whole('m')),
  specialty: all(
    (text) => [`p${fold(text)}`, `f${specialtyName(text)}`],
    wordsIn('wq'),
    whole('a'),
  ),
  organization: all(wordsIn('oq'), whole('g')),
  company_size: exact('z'),
  company_industry: exact('i'),
  company_revenue: exact('r'),
  city: all((text) => [`y${fold(text)}`], wordsIn('jq')),
  city_in_state: (text) => [`l${text}`],
  state: exact('s'),
  country: exact('c'),
  office_zip: (text) => postalAreas(text).map((area) => `u${area}`),
  skills: all(wordsIn('kq'), whole('b')),
  education: wordsIn('e'),
  contact: exact('h'),
  verified: (day) => dayBlocks(Number(day)).map((block) => `v${block}`),
} as const satisfies Record<FilterColumn, Terms> & Record<string, Terms>

export type TermField = keyof typeof FIELD_TERMS
export const TERM_FIELDS = Object.keys(FIELD_TERMS) as TermField[]

/** The texts of a document in a field. Education is searched by school and degree. */
export function fieldTexts(document: SearchDocument, field: TermField): readonly string[] {
  switch (field) {
    case 'education': {
      const { education } = document
      if (education === null) return []
      if (typeof education === 'string') return [education]
      return education.flatMap(({ school, degree }) =>
        degree === null ? [school] : [school, degree],
      )
    }
    case 'city_in_state': {
      const { city, state } = document
      return city === null || state === null ? [] : [`${fold(city)}|${state}`]
    }
    case 'contact':
      return document.contacts.flatMap(({ kind }) => CONTACTS_ASKED[kind] ?? [])
    case 'verified': {
      const day = lastVerified(document)
      return day === undefined ? [] : [String(day)]
    }
    default: {
      const texts = document[field]
      if (texts === null) return []
      return typeof texts === 'string' ? [texts] : texts
    }
  }
}

/** All terms of a document. */
export function documentTerms(document: SearchDocument): Set<string> {
  const terms = new Set<string>()
  for (const field of TERM_FIELDS) {
    for (const text of fieldTexts(document, field)) {
      for (const term of FIELD_TERMS[field](text)) terms.add(term)
    }
  }
  return terms
}
