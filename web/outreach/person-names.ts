import { NAMED_AT_ONCE_MAX } from '#db/schema/candidates.ts'
import { wait } from '#sync/client/wait.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { fullName } from '#web/lib/people/candidate-facts.ts'
import { fetchNames } from '#web/lib/people/people-client.ts'

/** How long a screen waits for a name. */
const NAME_MS = 3_000

type Names = ReadonlyMap<string, string | null>

/** The next request: people who are asked for at the same time are asked for together. */
let next: { ids: Set<string>; names: Promise<Names> } | undefined

/**
 * The name of a person, from the server; null where it knows none of that id, undefined where it does not
 * answer now.
 */
export async function serverNameOf(personId: string): Promise<string | null | undefined> {
  const ids = next?.ids ?? new Set()
  // It is sent after a turn of timers, when all rows of a screen have asked.
  next ??= { ids, names: wait(0).then(() => ask(ids)) }
  ids.add(personId)
  return (await next.names).get(personId)
}

async function ask(asked: ReadonlySet<string>): Promise<Names> {
  next = undefined
  const ids = [...asked]
  const tooLate = AbortSignal.timeout(NAME_MS)
  const parts: Promise<[string, string | null][]>[] = []
  for (let start = 0; start < ids.length; start += NAMED_AT_ONCE_MAX) {
    parts.push(namesOf(ids.slice(start, start + NAMED_AT_ONCE_MAX), tooLate))
  }
  return new Map((await Promise.all(parts)).flat())
}

async function namesOf(ids: string[], tooLate: AbortSignal): Promise<[string, string | null][]> {
  try {
    const people = await fetchNames(ids, tooLate)
    const names = new Map(people.map((person) => [person.id, fullName(person)]))
    return ids.map((id) => [id, names.get(id) ?? null])
  } catch (error) {
    if (!(error instanceof ApiError) && !tooLate.aborted) throw error
    return []
  }
}
