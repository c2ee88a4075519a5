import { searchFilters } from '#api/contract/search.ts'
import { SUGGEST_MIN, type Suggestions } from '#api/contract/search-assist.ts'
import type { Queryable } from '#db/client.ts'
import { FILTERS, type SuggestedFilter } from '#db/schema/filters.ts'
import type { Dictionary } from './embedded/dictionary.ts'
import { NAMESPACES, type Namespace, wholeText } from './embedded/tokens.ts'
import type { SearchEngine } from './engine.ts'
import { fold } from './text.ts'
import type { TextQuery } from './text-query.ts'
import { spellingsOf } from './understanding/directory.ts'
import { writtenName } from './written-name.ts'

const SUGGESTIONS_MAX = 5

/** How many people are read for names with a prefix; several may share a name. */
const PEOPLE_MAX = 25

/** An upper bound of the scan; a directory has fewer specialties. */
const SPECIALTIES_MAX = 5000

export interface SuggestOptions {
  sql: Queryable
  engine: SearchEngine
  dictionary: Dictionary
  text: string
  /** The filter whose value is completed; undefined for the text of a query. */
  filter?: SuggestedFilter | undefined
  /** Whether the actor may search for people. */
  isSearcher: boolean
}

type Lists = ReadonlySet<keyof Suggestions>
const OF_QUERY: Lists = new Set(['specialties', 'cities', 'organizations', 'people'])
/** Privacy: a title or skill may be one person's alone. */
const OF_SEARCHERS: Lists = new Set(['titles', 'skills', 'people'])

/** Completions of a prefix. The work is bounded by the terms with that prefix, not by people. */
export async function suggest(wanted: SuggestOptions): Promise<Suggestions> {
  const { sql, dictionary, text, filter, isSearcher } = wanted
  const beginning = wholeText(text)
  const isLongEnough = [...beginning].length >= SUGGEST_MIN
  const lists: Lists = filter ? new Set([FILTERS[filter].tags.completions]) : OF_QUERY
  const has = (list: keyof Suggestions) =>
    isLongEnough && lists.has(list) && (isSearcher || !OF_SEARCHERS.has(list))

  const most = (list: keyof Suggestions, namespace: Namespace, beginnings: readonly string[]) =>
    has(list) ? mostOfAny(dictionary, namespace, beginnings) : []
  const spellings = spellingsOf(fold(text).trim())
  const cities = most('cities', NAMESPACES.cityInState, spellings)
  const organizations = most(
    'organizations',
    NAMESPACES.wholeOrganization,
    spellings.map(wholeBeginning),
  )
  const titles = most('titles', NAMESPACES.wholeTitle, [beginning])
  const skills = most('skills', NAMESPACES.wholeSkill, [beginning])
  // In parallel: one wait for the database instead of two.
  const [written, people] = await Promise.all([
    textsOfHolders(sql, dictionary, [...cities, ...organizations, ...titles, ...skills]),
    has('people') ? namesLike(wanted) : [],
  ])
  return {
    specialties: has('specialties') ? specialtiesLike(dictionary, beginning) : [],
    cities: cities.flatMap(([term, count]) => {
      const { city, state } = written.get(term) ?? {}
      if (!city || !state) return []
      return [{ name: `${writtenName(city)}, ${state}`, city: writtenName(city), state, count }]
    }),
    organizations: organizations.flatMap(([term, count]) => {
      const { organization } = written.get(term) ?? {}
      return organization ? [{ name: writtenName(organization), count }] : []
    }),
    titles: titles.flatMap(([term, count]) => {
      const { title } = written.get(term) ?? {}
      return title ? [{ name: title, count }] : []
    }),
    skills: skills.flatMap(([term, count]) => {
      const name = written.get(term)?.skills.find((skill) => wholeText(skill) === term.slice(1))
      return name ? [{ name, count }] : []
    }),
    people,
  }
}

/** A beginning without its punctuation; a space at its end, after a whole word, stays. */
function wholeBeginning(text: string): string {
  return text.endsWith(' ') ? `${wholeText(text)} ` : wholeText(text)
}

/** The most frequent terms with any of these beginnings, in order. */
function mostOfAny(dictionary: Dictionary, namespace: Namespace, beginnings: readonly string[]) {
  const found = new Map(
    [...new Set(beginnings)].flatMap((each) => dictionary.most(namespace + each, SUGGESTIONS_MAX)),
  )
  return [...found]
    .sort(([a, most], [b, people]) => people - most || (a < b ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
}

/** Specialties with a word of this prefix: "anes" finds Nurse Anesthetist. */
function specialtiesLike(dictionary: Dictionary, beginning: string): Suggestions['specialties'] {
  const found: Suggestions['specialties'] = []
  let seen = 0
  for (const [term, atMost] of dictionary.startingWith(NAMESPACES.specialtyName)) {
    const name = term.slice(1)
    if (atMost > 0 && ` ${wholeText(name)}`.includes(` ${beginning}`)) {
      found.push({ name, count: atMost })
    }
    seen += 1
    if (seen === SPECIALTIES_MAX) break
  }
  return found
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ name }) => ({ name, count: dictionary.people(NAMESPACES.specialtyName + name) }))
    .filter(({ count }) => count > 0)
}

interface Written {
  ordinal: number
  city: string | null
  state: string | null
  organization: string | null
  title: string | null
  skills: readonly string[]
}

/** Cities, employers, titles and skills, in the spelling of one person who has each. */
async function textsOfHolders(
  sql: Queryable,
  dictionary: Dictionary,
  terms: readonly [term: string, people: number][],
): Promise<Map<string, Written>> {
  const holders = terms.flatMap(([term]) => {
    const ordinal = dictionary.holder(term)
    return ordinal === undefined ? [] : [[term, ordinal] as const]
  })
  if (holders.length === 0) return new Map()
  const rows = await sql<Written[]>`
    select ordinal, city, state, organization, title, skills from candidates
    where ordinal = any(${holders.map(([, ordinal]) => ordinal)}::integer[])`
  const byOrdinal = new Map(rows.map((row) => [row.ordinal, row]))
  return new Map(
    holders.flatMap(([term, ordinal]) => {
      const row = byOrdinal.get(ordinal)
      return row ? [[term, row] as const] : []
    }),
  )
}

/** Names of people that have this prefix, the best matches first, each with its number of people. */
async function namesLike({ sql, engine, text }: SuggestOptions): Promise<Suggestions['people']> {
  const filters = searchFilters.parse({})
  const named = (how: 'prefixes' | 'words', value: string): TextQuery => [
    { anyOf: [{ field: 'name', how, value }], isExcluded: false },
  ]
  const found = await engine.selectIds({ filters, text: named('prefixes', text) }, PEOPLE_MAX)
  if (found.ordinals.length === 0) return []
  const rows = await sql<{ name: string }[]>`
    select concat_ws(' ', c.first_name, c.last_name) as name
    from unnest(${found.ordinals}::int[]) with ordinality wanted (ordinal, place)
    join candidates c using (ordinal) order by wanted.place`
  const names = new Set(rows.map(({ name }) => name).filter((name) => name !== ''))
  return Promise.all(
    [...names].slice(0, SUGGESTIONS_MAX).map(async (name) => {
      const { count } = await engine.selectIds({ filters, text: named('words', name) }, 1)
      return { name, count }
    }),
  )
}
