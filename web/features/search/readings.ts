import type { Reading, SearchFilters } from '#db/schema/search.ts'
import { TAGS_MAX } from '#db/schema/vocabulary.ts'
import { LIST_FILTERS, type ListFilterKey, TAG_FILTERS } from './filters.ts'
import { parseSearchParams, toSearchUrl } from './search-params.ts'

/**
 * How the parts of the text were read, in words, and what can be made of each: a filter, another
 * reading, the words themselves. All of it is a change of text and filters, so that the address holds
 * it.
 */

export type ReadingKind = Reading['kind']

/** What a part was taken for. */
const KIND_WORDS: Record<ReadingKind, string> = {
  specialty: 'Specialty',
  credential: 'Credential',
  title: 'Title',
  state: 'State',
  country: 'Country',
  city: 'City',
  region: 'Region',
  postal_code: 'Postal code',
  name: 'Name',
  organization: 'Employer',
  skill: 'Skill',
  npi: 'NPI',
  has_contact: 'Has',
  phrase: 'Exact words',
  word: 'Word',
  filler: 'Left out',
  contact: 'Not searched',
}

/** What stands before the values of a kind, in a sentence. */
const PREPOSITIONS: Partial<Record<ReadingKind, string>> = {
  state: 'in',
  country: 'in',
  city: 'in',
  region: 'in',
  postal_code: 'in',
  name: 'named',
  organization: 'at',
  skill: 'skilled in',
  npi: 'NPI',
  has_contact: 'with',
}

/**
 * A part as its chip says it: "Cardiology", "in Texas", "not at Mercy".
 * @param before the part before it, which may have said "in" already
 */
export function readingLabel(
  reading: Pick<Reading, 'kind' | 'values' | 'text' | 'isExcluded'>,
  before?: Reading,
): string {
  const preposition = PREPOSITIONS[reading.kind] ?? ''
  const isSaid = before?.kind === 'filler' && before.text.toLowerCase().endsWith(preposition)
  return [reading.isExcluded ? 'not' : '', isSaid ? '' : preposition, valuesOf(reading)]
    .filter((part) => part !== '')
    .join(' ')
}

function valuesOf({ kind, values, text }: Pick<Reading, 'kind' | 'values' | 'text'>): string {
  if (kind === 'phrase') return `“${bare(text)}”`
  const [first = bare(text), ...others] = kind === 'word' || kind === 'contact' ? [] : values
  return others.length > 0 ? `${first} +${others.length}` : first
}

/** What a part stands for, whole: "Specialty: Cardiology, Interventional Cardiology". */
export function readingMeaning({ kind, values, text }: Pick<Reading, 'kind' | 'values' | 'text'>) {
  return `${KIND_WORDS[kind]}: ${values.length > 0 ? values.join(', ') : bare(text)}`
}

/** The text of a part less what a searcher wrote around it: the minus, "state:", quotes. */
function bare(text: string): string {
  return text
    .replace(/^-?([a-z]+:(?=\S))?/i, '')
    .replace(/["“”]/g, '')
    .trim()
}

/** The words that a part was read as: where one was misspelt, the word it was taken for. */
export function wordsRead({ text, corrected }: Pick<Reading, 'text' | 'corrected'>): string {
  return corrected ?? bare(text)
}

/** The text with other words in place of a part, and of the minus before it. */
export function withPart(query: string, reading: Reading, text: string): string {
  return replaced(query, startOf(reading), reading.to, text)
}

function replaced(query: string, from: number, to: number, text: string): string {
  return `${query.slice(0, from)}${text}${query.slice(to)}`.replace(/\s+/g, ' ').trim()
}

/** Where a part begins: the minus or the words that leave it out are of it. */
const startOf = ({ from, excludedFrom }: Reading): number => excludedFrom ?? from

/** The text with a part taken as it was typed. */
export function literally(query: string, reading: Reading): string {
  return withPart(query, reading, `${reading.isExcluded ? '-' : ''}"${bare(reading.text)}"`)
}

/** The text without a part and the fillers that lead to it: "in Texas" goes whole. */
export function withoutPart(query: string, readings: readonly Reading[], reading: Reading): string {
  let from = startOf(reading)
  for (const before of readings.slice(0, readings.indexOf(reading)).reverse()) {
    if (before.kind !== 'filler') break
    from = before.from
  }
  return replaced(query, from, reading.to, ' ')
}

/**
 * The search with a part of its text put among the filters; null where no filter says it: what is left
 * out or an alternative, or values that the filters of an address cannot hold.
 * @param specialties the directory's: a filter by another one would find nobody
 */
export function asFilters(
  filters: SearchFilters,
  readings: readonly Reading[],
  reading: Reading,
  specialties: readonly string[],
): SearchFilters | null {
  const wanted = reading.filters ?? nearestFilter(reading, specialties)
  if (!wanted || reading.isExcluded || reading.group !== undefined) return null
  const query = withoutPart(filters.query, readings, reading)
  const next: SearchFilters = { ...filters, query }
  for (const [key, values] of Object.entries(wanted)) {
    if (!isListFilter(key)) return null
    Object.assign(next, { [key]: [...new Set([...filters[key], ...values])] })
  }
  return isSame(next, inAddress(next)) ? next : null
}

/**
 * The filter nearest to a part that no filter equals: a specialty is read in titles too, a credential in
 * specialties.
 */
function nearestFilter(
  { kind, values, text, corrected }: Reading,
  specialties: readonly string[],
): Partial<Record<ListFilterKey, string[]>> | null {
  switch (kind) {
    case 'specialty': {
      const known = values.filter((value) =>
        specialties.some((each) => each.toLowerCase() === value.toLowerCase()),
      )
      return known.length > 0 ? { specialty: known } : null
    }
    case 'credential':
      return { credential: [wordsRead({ text, corrected }).toUpperCase()] }
    case 'title':
      return { title: values }
    case 'organization':
      return { organization: values }
    case 'skill':
      return { skills: values }
    case 'npi':
      return { npi: values }
    default:
      return null
  }
}

/** The search with a value chosen: the newest of those there is room for. */
export function withValue(filters: SearchFilters, key: ListFilterKey, value: string) {
  if (key === 'state') return { ...filters, state: [value] }
  const values = [...new Set<string>([...filters[key], value])]
  const isTag = TAG_FILTERS.some((tag) => tag === key)
  return { ...filters, [key]: isTag ? values.slice(-TAGS_MAX) : values }
}

function isListFilter(key: string): key is ListFilterKey {
  return LIST_FILTERS.some((each) => each === key)
}

function inAddress(filters: SearchFilters): SearchFilters {
  const params = { filters, page: 1, sortKey: null, sortDirection: 'asc', tab: 'results' } as const
  return parseSearchParams(toSearchUrl(params)).filters
}

function isSame(a: SearchFilters, b: SearchFilters): boolean {
  return [...LIST_FILTERS, 'query' as const].every(
    (key) => JSON.stringify(a[key]) === JSON.stringify(b[key]),
  )
}
