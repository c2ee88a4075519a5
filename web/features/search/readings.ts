import type { Reading, SearchFilters } from '#api/contract/search.ts'
import { parseSearchParams, toSearchUrl } from '#api/contract/search-params.ts'
import { LIST_FILTERS, type ListFilter, TAG_FILTERS } from '#db/schema/filters.ts'
import { TAGS_MAX } from '#db/schema/vocabulary.ts'

/**
 * How the parts of the query were read, in words, and what each can be changed into: a filter, another
 * reading, the exact words. Each change is one of query and filters, so that the address holds it.
 */

export type ReadingKind = Reading['kind']

/** The label of each kind. */
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

/** The preposition before the values of a kind, in a sentence. */
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
 * A part as its chip shows it: "Cardiology", "in Texas", "not at Mercy".
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

/** A part's full meaning: "Specialty: Cardiology, Interventional Cardiology". */
export function readingMeaning({ kind, values, text }: Pick<Reading, 'kind' | 'values' | 'text'>) {
  return `${KIND_WORDS[kind]}: ${values.length > 0 ? values.join(', ') : bare(text)}`
}

/** A part's text without its syntax: the minus, "state:", quotes. */
function bare(text: string): string {
  return text
    .replace(/^-?([a-z]+:(?=\S))?/i, '')
    .replace(/["“”]/g, '')
    .trim()
}

/** The words that a part was read as, with misspelt ones corrected. */
export function wordsRead({ text, corrected }: Pick<Reading, 'text' | 'corrected'>): string {
  return corrected ?? bare(text)
}

/** The query with other text in place of a part and of the minus before it. */
export function withPart(query: string, reading: Reading, text: string): string {
  return replaced(query, startOf(reading), reading.to, text)
}

function replaced(query: string, from: number, to: number, text: string): string {
  return `${query.slice(0, from)}${text}${query.slice(to)}`.replace(/\s+/g, ' ').trim()
}

/** A part's start: the minus or the words that exclude it belong to it. */
const startOf = ({ from, excludedFrom }: Reading): number => excludedFrom ?? from

/** The query with a part taken exactly. */
export function literally(query: string, reading: Reading): string {
  return withPart(query, reading, `${reading.isExcluded ? '-' : ''}"${bare(reading.text)}"`)
}

/** The query without a part and its leading fillers: all of "in Texas" goes. */
export function withoutPart(query: string, readings: readonly Reading[], reading: Reading): string {
  let from = startOf(reading)
  for (const before of readings.slice(0, readings.indexOf(reading)).reverse()) {
    if (before.kind !== 'filler') break
    from = before.from
  }
  return replaced(query, from, reading.to, ' ')
}

/**
 * The search with a part of its query turned into filters; null where no filter can express it: an
 * exclusion, an alternative, or values that the search params cannot hold.
 * @param specialties the directory's: a filter by any other would match nobody
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
 * The nearest filter to a part that no filter equals: a specialty is matched in titles too, a credential
 * in specialties.
 */
function nearestFilter(
  { kind, values, text, corrected }: Reading,
  specialties: readonly string[],
): Partial<Record<ListFilter, string[]>> | null {
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

/** The search with a value added to a filter; at its limit the oldest value goes. */
export function withValue(filters: SearchFilters, key: ListFilter, value: string) {
  if (key === 'state') return { ...filters, state: [value] }
  const values = [...new Set<string>([...filters[key], value])]
  const isTag = TAG_FILTERS.some((tag) => tag === key)
  return { ...filters, [key]: isTag ? values.slice(-TAGS_MAX) : values }
}

function isListFilter(key: string): key is ListFilter {
  return LIST_FILTERS.some((each) => each === key)
}

function inAddress(filters: SearchFilters): SearchFilters {
  return parseSearchParams(toSearchUrl({ ...parseSearchParams({}), filters })).filters
}

function isSame(a: SearchFilters, b: SearchFilters): boolean {
  return [...LIST_FILTERS, 'query' as const].every(
    (key) => JSON.stringify(a[key]) === JSON.stringify(b[key]),
  )
}
