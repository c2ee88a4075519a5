import type { Candidate } from '#api/contract/candidates.ts'
import { formatPlace, presentTexts } from '#web/lib/format.ts'
import { search } from '#web/lib/people/directory-client.ts'
import type { NamedPerson } from './people-in-sheet.ts'

/** Rows of one file that are looked for: as many people as one change puts on a list. */
export const LOOKED_FOR_MAX = 500

/** Values that one filter takes. */
const NPIS_AT_ONCE = 50

/** Names that are looked for at the same time, each by a search of its own. */
const NAMES_AT_ONCE = 4

/** Of so many namesakes in one place nobody can say which is meant. */
const NAMESAKES_MAX = 25

export interface FoundPeople {
  /** Ids of the people found, each once, in the order of the rows. */
  ids: string[]
  /** Rows for whom nobody was found, or more than one. */
  missing: { person: NamedPerson; reason: 'nobody' | 'several' }[]
}

/**
 * Looks people up in the directory: by NPI, else by first and last name in the city or state that the row
 * names. Only one person alone is a match: a namesake is worse than nobody.
 * @param onProgress told how many rows were looked for.
 * @throws ApiError; an AbortError when `signal` aborts.
 */
export async function findPeople(
  people: readonly NamedPerson[],
  { onProgress, signal }: { onProgress(done: number): void; signal: AbortSignal },
): Promise<FoundPeople> {
  const found = new Map<number, string | 'nobody' | 'several'>()
  const withNpi = people.filter(({ npi }) => npi !== null)
  for (let start = 0; start < withNpi.length; start += NPIS_AT_ONCE) {
    const some = withNpi.slice(start, start + NPIS_AT_ONCE)
    const npis = [...new Set(some.map(({ npi }) => npi ?? ''))]
    const { data } = await search({ filters: { npi: npis }, limit: npis.length }, signal)
    const byNpi = new Map(data.map(({ id, npi }) => [npi, id]))
    for (const { row, npi } of some) found.set(row, byNpi.get(npi) ?? 'nobody')
    onProgress(found.size)
  }
  const byName = people.filter(({ npi }) => npi === null)
  for (let start = 0; start < byName.length; start += NAMES_AT_ONCE) {
    const some = byName.slice(start, start + NAMES_AT_ONCE)
    const matches = await Promise.all(some.map((person) => findByName(person, signal)))
    for (const [index, { row }] of some.entries()) found.set(row, matches[index] ?? 'nobody')
    onProgress(found.size)
  }
  const isMissing = (match: string | undefined) => match === 'nobody' || match === 'several'
  return {
    ids: [
      ...new Set(people.flatMap(({ row }) => found.get(row) ?? []).filter((id) => !isMissing(id))),
    ],
    missing: people.flatMap((person) => {
      const reason = found.get(person.row)
      return reason === 'nobody' || reason === 'several' ? [{ person, reason }] : []
    }),
  }
}

async function findByName(
  { first, last, city, state }: NamedPerson,
  signal: AbortSignal,
): Promise<string> {
  const filters = {
    query: `${first} ${last}`,
    exact: true,
    ...(city ? { city: [city] } : {}),
    ...(state.length === 2 ? { state: [state.toUpperCase()] } : {}),
  }
  const { data } = await search({ filters, limit: NAMESAKES_MAX }, signal)
  const isNamed = (person: Candidate) =>
    fold(person.first_name) === fold(first) && fold(person.last_name) === fold(last)
  const [match, ...others] = data.filter(isNamed)
  if (others.length > 0) return 'several'
  return match?.id ?? 'nobody'
}

const fold = (text: string | null) =>
  (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** A row as its file names it: "Row 7: Ana Smith, Amarillo, TX". */
export function rowWords({ row, npi, first, last, city, state }: NamedPerson): string {
  const name = presentTexts([first, last]).join(' ')
  const who = presentTexts([name, npi ? `NPI ${npi}` : null, formatPlace(city, state)])
  return `Row ${row}: ${who.join(', ')}`
}
