import { NAMED_AT_ONCE_MAX } from '#db/schema/candidates.ts'
import { ApiError } from './api-client.ts'
import { fullName } from './candidate-facts.ts'
import { fetchNames } from './people-client.ts'

/** For so long a screen waits for a name. */
const NAME_MS = 3_000

type Names = ReadonlyMap<string, string>

/** The next request: people who are asked for in one task are asked for together. */
let next: { ids: Set<string>; names: Promise<Names> } | undefined

/** The name of a person, from the server; undefined where it cannot be known now. */
export async function serverNameOf(personId: string): Promise<string | undefined> {
  const ids = next?.ids ?? new Set()
  next ??= { ids, names: Promise.resolve().then(() => ask(ids)) }
  ids.add(personId)
  return (await next.names).get(personId)
}

async function ask(asked: ReadonlySet<string>): Promise<Names> {
  next = undefined
  const ids = [...asked]
  const tooLate = AbortSignal.timeout(NAME_MS)
  const parts: Promise<[string, string][]>[] = []
  for (let start = 0; start < ids.length; start += NAMED_AT_ONCE_MAX) {
    parts.push(namesOf(ids.slice(start, start + NAMED_AT_ONCE_MAX), tooLate))
  }
  return new Map((await Promise.all(parts)).flat())
}

async function namesOf(ids: string[], tooLate: AbortSignal): Promise<[string, string][]> {
  try {
    return (await fetchNames(ids, tooLate)).map((person) => [person.id, fullName(person)])
  } catch (error) {
    if (!(error instanceof ApiError) && !tooLate.aborted) throw error
    return []
  }
}
