import { searchFilters } from '#api/contract/search.ts'
import { SUGGEST_MIN, type Suggestions } from '#api/contract/search-assist.ts'
import type { Queryable } from '#db/client.ts'
import type { Dictionary } from './embedded/dictionary.ts'
import { NAMESPACES, wholeText } from './embedded/tokens.ts'
import type { SearchEngine } from './engine.ts'
import { fold } from './text.ts'
import type { TextQuery } from './text-query.ts'
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
  /** Whether the actor may search for people. */
  hasPeople: boolean
}

/** Completions of a prefix. The work is bounded by the terms with that prefix, not by people. */
export async function suggest(wanted: SuggestOptions): Promise<Suggestions> {
  const { sql, dictionary, text, hasPeople } = wanted
  const beginning = wholeText(text)
  if ([...beginning].length < SUGGEST_MIN) {
    return { specialties: [], cities: [], organizations: [], people: [] }
  }
  const cities = dictionary.most(NAMESPACES.cityInState + fold(text).trim(), SUGGESTIONS_MAX)
  const organizations = dictionary.most(NAMESPACES.wholeOrganization + beginning, SUGGESTIONS_MAX)
  // In parallel: one wait for the database instead of two.
  const [written, people] = await Promise.all([
    textsOfHolders(sql, dictionary, [...cities, ...organizations]),
    hasPeople ? namesLike(wanted) : [],
  ])
  return {
    specialties: specialtiesLike(dictionary, beginning),
    cities: cities.flatMap(([term, count]) => {
      const { city, state } = written.get(term) ?? {}
      if (!city || !state) return []
      return [{ name: `${writtenName(city)}, ${state}`, city: writtenName(city), state, count }]
    }),
    organizations: organizations.flatMap(([term, count]) => {
      const { organization } = written.get(term) ?? {}
      return organization ? [{ name: writtenName(organization), count }] : []
    }),
    people,
  }
}

/** Specialties that have a word with this prefix: "anes" finds Nurse Anesthetist. */
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
}

/** Cities and employers, in the spelling of one person with each. */
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
    select ordinal, city, state, organization from candidates
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
