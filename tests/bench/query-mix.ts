import type { SearchFilters } from '#api/contract/search.ts'
import { CONTACTS_ASKED } from '#api/services/search/embedded/tokens.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { words } from '#api/services/search/text.ts'
import type { Random } from '#db/generate/random.ts'
import { weighted } from '#db/generate/weighted.ts'
import { FILTERS, type ListFilter } from '#db/schema/filters.ts'
import { SORT_DIRECTIONS, SORT_KEYS } from '#db/schema/vocabulary.ts'
import { drawSentences } from '#tests/integration/sentences.ts'

/** Classes by the number of filters in use, and sentences, whose query is understood. */
export const CLASSES = ['simple', 'medium', 'complex', 'ultra', 'sentence'] as const
export type QueryClass = (typeof CLASSES)[number]
/** Percentages: one search in five is a sentence, the others are in proportion. */
const SHARES: readonly [QueryClass, number][] = [
  ['simple', 20],
  ['medium', 28],
  ['complex', 20],
  ['ultra', 12],
  ['sentence', 20],
]
const FILTER_COUNTS: Record<Exclude<QueryClass, 'sentence'>, readonly number[]> = {
  simple: [1],
  medium: [2, 3],
  complex: [4, 5],
  ultra: [6, 7, 8],
}

type BenchFilters = Partial<SearchFilters>

export interface BenchBody {
  filters: BenchFilters
  sortKey?: (typeof SORT_KEYS)[number]
  sortDirection?: (typeof SORT_DIRECTIONS)[number]
}

/** One person's search: a first page and perhaps a later one. */
export interface Visit {
  queryClass: QueryClass
  body: BenchBody
  /** Position of the second page in the result: 0 its first, 1 its last page. */
  secondPage?: number
}

/** Filters that are drawn; leaving people out depends on accounts, not on the directory. */
export type BenchFilter = Exclude<ListFilter, 'leaveOut'>

/** The material for searches: people of the directory, and its distinct values. */
export interface Vocabulary {
  people: readonly SearchDocument[]
  values: Record<BenchFilter, readonly string[]>
}

export const LISTS = {
  specialty: (person) => person.specialty,
  city: (person) => person.city,
  state: (person) => person.state,
  country: (person) => person.country,
  title: (person) => person.title,
  organization: (person) => person.organization,
  education: (person) => schoolOf(person),
  skills: (person) => person.skills[0] ?? null,
  companySize: (person) => person.company_size,
  companyRevenue: (person) => person.company_revenue,
  companyIndustry: (person) => person.company_industry,
  credential: (person) => person.credential,
  npi: (person) => person.npi,
  hasContact: ({ contacts }) =>
    contacts.flatMap(({ kind }) => CONTACTS_ASKED[kind] ?? [])[0] ?? null,
  verifiedWithin: ({ contacts }) =>
    contacts.some(({ verified_at }) => verified_at !== null)
      ? FILTERS.verifiedWithin.oneOf[1]
      : null,
} as const satisfies Record<BenchFilter, (person: SearchDocument) => string | null>
export const LIST_FILTERS = Object.keys(LISTS) as (keyof typeof LISTS)[]
const TYPED: ReadonlySet<string> = new Set(['title', 'organization', 'education', 'skills'])

/** Words of three letters and more may be cut to a prefix. */
const PREFIX_MIN = 3

/**
 * Draws searches without end. Seven in ten are for an existing person: all filters fit that person, so
 * that values are as frequent as in the directory. Three in ten combine random values: each distinct
 * value is as likely as any other, most are rare, and several filters often match nobody. A query's
 * words are exact; sentences are understood.
 */
export function* drawVisits(random: Random, vocabulary: Vocabulary): Generator<Visit, never> {
  const sentences = drawSentences(random, vocabulary.people)
  const drawClass = weighted(SHARES)
  const drawPage = weighted([
    ['first', 70],
    ['middle', 20],
    ['deep', 10],
  ] as const)
  for (;;) {
    const queryClass = drawClass(random)
    const isSentence = queryClass === 'sentence'
    const body: BenchBody = {
      filters: isSentence
        ? { query: sentences.next().value }
        : { ...drawFilters(random, vocabulary, queryClass), exact: true },
    }
    // A sentence is mostly sorted by best match.
    if (random.chance(isSentence ? 0.1 : 0.6)) {
      body.sortKey = random.pick(SORT_KEYS)
      body.sortDirection = random.pick(SORT_DIRECTIONS)
    }
    const page = drawPage(random)
    if (page === 'first') yield { queryClass, body }
    else yield { queryClass, body, secondPage: page === 'deep' ? random.next() : 0.02 }
  }
}

function drawFilters(
  random: Random,
  vocabulary: Vocabulary,
  queryClass: keyof typeof FILTER_COUNTS,
): BenchFilters {
  const wanted = random.pick(FILTER_COUNTS[queryClass])
  const person = random.chance(0.7) ? random.pick(vocabulary.people) : undefined
  const filters: Record<string, string | string[]> = {}
  for (const filter of shuffled(random, [...LIST_FILTERS, 'query'] as const)) {
    if (Object.keys(filters).length === wanted) break
    if (filter === 'query') {
      const text = drawQuery(random, person ?? random.pick(vocabulary.people))
      if (text !== '') filters.query = text
      continue
    }
    const value = person ? LISTS[filter](person) : random.pick(vocabulary.values[filter])
    if (value === null) continue
    const values = [TYPED.has(filter) ? asTyped(random, value) : value]
    // Values within a filter are alternatives: a third of searches have more than one.
    if (random.chance(1 / 3)) values.push(random.pick(vocabulary.values[filter]))
    filters[filter] = values
  }
  return filters
}

/** One or two words of a name, title, specialty, organization, skill or city, whole or cut. */
function drawQuery(random: Random, person: SearchDocument): string {
  const field = random.pick([
    `${person.first_name ?? ''} ${person.last_name ?? ''}`,
    person.last_name,
    person.title,
    person.specialty,
    person.organization,
    person.skills[0] ?? null,
    person.city,
  ])
  return asTyped(
    random,
    words(field ?? '')
      .slice(0, random.pick([1, 2]))
      .join(' '),
  )
}

/** The text whole, its first words, or those with the last one cut to a prefix. */
function asTyped(random: Random, text: string): string {
  const kept = words(text).slice(0, random.pick([1, 2, 9]))
  const last = kept.at(-1)
  if (last === undefined) return text
  if (last.length > PREFIX_MIN && random.chance(0.5)) {
    kept[kept.length - 1] = last.slice(0, PREFIX_MIN + random.below(last.length - PREFIX_MIN))
  }
  return kept.join(' ')
}

function schoolOf({ education }: SearchDocument): string | null {
  return Array.isArray(education) ? (education[0]?.school ?? null) : education
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const order = items.map((item) => [random.next(), item] as const)
  return order.sort(([a], [b]) => a - b).map(([, item]) => item)
}
