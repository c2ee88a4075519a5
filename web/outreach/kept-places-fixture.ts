import type { KeptWork } from '#web/replica/first-paint-cache.ts'

/** The part of `first-paint-cache.ts` that keeps unfinished work, in memory: mocks it in tests. */

/** Rows by account and place: the account's own, and a team's. */
export const places = new Map<string, object[]>()
/** The teams of those rows, by account and place. */
const teams = new Map<string, string>()
/** Every write, in order. */
export const writes: object[][] = []

const keyOf = (userId: string, place: string) => `${userId} ${place}`

export async function keptPlaces(userId: string): Promise<string[]> {
  const start = keyOf(userId, '')
  return [...places.keys()].flatMap((key) =>
    key.startsWith(start) ? [key.slice(start.length)] : [],
  )
}

export async function readWork(userId: string, place: string): Promise<KeptWork | undefined> {
  const rows = places.get(keyOf(userId, place))
  return (
    rows && {
      work: Object.assign({}, ...rows),
      team: (rows.length > 1 && teams.get(keyOf(userId, place))) || null,
    }
  )
}

export async function readDraft(userId: string, place: string): Promise<object | undefined> {
  return (await readWork(userId, place))?.work
}

export async function storeDraft(
  userId: string,
  place: string,
  own: object,
  ofTeam?: { team: string; work: object },
): Promise<boolean> {
  const rows = ofTeam ? [own, ofTeam.work] : [own]
  writes.push(rows)
  if (ofTeam) teams.set(keyOf(userId, place), ofTeam.team)
  places.set(keyOf(userId, place), rows)
  return true
}

export async function removeDrafts(userId: string, names: readonly string[]): Promise<void> {
  for (const place of names) places.delete(keyOf(userId, place))
}
