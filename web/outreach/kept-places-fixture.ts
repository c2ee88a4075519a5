/** The part of `first-paint-cache.ts` that keeps unfinished work, in memory: mocks it in tests. */

/** Rows by account and place: the account's own, and a team's. */
export const places = new Map<string, object[]>()
/** Every write, in order. */
export const writes: object[][] = []

const keyOf = (userId: string, place: string) => `${userId} ${place}`

export async function keptPlaces(userId: string): Promise<string[]> {
  const start = keyOf(userId, '')
  return [...places.keys()].flatMap((key) =>
    key.startsWith(start) ? [key.slice(start.length)] : [],
  )
}

export async function readDraft(userId: string, place: string): Promise<object | undefined> {
  const rows = places.get(keyOf(userId, place))
  return rows && Object.assign({}, ...rows)
}

export async function storeDraft(
  userId: string,
  place: string,
  own: object,
  ofTeam?: { work: object },
): Promise<boolean> {
  const rows = ofTeam ? [own, ofTeam.work] : [own]
  writes.push(rows)
  places.set(keyOf(userId, place), rows)
  return true
}

export async function removeDrafts(userId: string, names: readonly string[]): Promise<void> {
  for (const place of names) places.delete(keyOf(userId, place))
}
