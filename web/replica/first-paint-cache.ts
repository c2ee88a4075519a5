import type { CachedAnswer, FirstPaintCache } from '#sync/client/tab/first-paint.ts'
import type { QueryName } from '#sync/contract/queries.ts'
import { isWipePending } from '#web/session/pending-wipe.ts'
import { noteAnswer } from './next-answer.ts'

/**
 * Queries whose last answers are kept for the first paint; of a list's members, at most `ROWS_MAX`.
 * Privacy: of team-mates the names alone, which lists show.
 */
const CACHED_QUERIES: readonly QueryName[] = [
  'lists.all',
  'lists.one',
  'lists.members',
  'templates.all',
  'searches.all',
  'settings.all',
  'teams.mine',
  'teams.names',
]

/** Members that fill the screen at a first paint. */
const ROWS_MAX = 50

/** Delay before rows are written, so that a burst of changes is one write. */
const WRITE_DELAY_MS = 1_000

/** A first paint is over by then, after a sleep of the machine too. */
const FIRST_PAINT_MS = 10_000

type Answers = ReadonlyMap<QueryName, CachedAnswer>
const NO_ANSWERS: Answers = new Map()

interface Opened {
  userId: string
  openedAtMs: number
  cache: Promise<FirstPaintCache | null>
  /** All answers, read at once so that a screen is rendered once; undefined after the first paint. */
  lastVisit: Promise<Answers | undefined>
}

let opened: Opened | undefined
const writes = new Map<QueryName, ReturnType<typeof setTimeout>>()

/** Begins to open a user's cache: its code, its key and its database take longer than a screen. */
export function openFirstPaint(userId: string): void {
  openedFor(userId)
}

/** The rows a query last showed; null where none are kept. */
export async function readCachedRows(
  userId: string,
  name: QueryName,
  args: string,
): Promise<unknown[] | null> {
  if (!CACHED_QUERIES.includes(name)) return null
  const now = openedFor(userId)
  if (Date.now() - now.openedAtMs >= FIRST_PAINT_MS) endFirstPaint(now)
  const last = await now.lastVisit
  // A cache that is being wiped has none.
  const cached = last?.get(name) ?? (await readAnswer(await now.cache, name).catch(() => null))
  if (cached?.args === args) return cached.rows
  // The last visit showed another list: the device alone has the rows of this one.
  if (cached || !last) noteAnswer()
  return null
}

/** Past the lease, the names of people who may have been removed since are not painted either. */
async function readAnswer(
  cache: FirstPaintCache | null,
  name: QueryName,
): Promise<CachedAnswer | null> {
  await cache?.expire(CACHED_QUERIES)
  return (await cache?.read(name)) ?? null
}

/** Keeps a query's rows for the first paint of the next visit. */
export function cacheRows(userId: string, name: QueryName, args: string, rows: unknown[]): void {
  if (!CACHED_QUERIES.includes(name)) return
  endFirstPaint(opened)
  clearTimeout(writes.get(name))
  const answer = { args, rows: name === 'lists.members' ? rows.slice(0, ROWS_MAX) : rows }
  writes.set(
    name,
    setTimeout(() => void write(userId, name, answer), WRITE_DELAY_MS),
  )
}

/** Records contact with the server, from which the lease counts. */
export async function recordContact(userId: string): Promise<void> {
  // A browser that stores nothing has nothing that could expire.
  await (await openedFor(userId).cache)?.recordContact().catch(() => undefined)
}

/** Where what is being written about a person is kept: the form, the person, and what else tells it apart. */
export type PersonWork = `work.${'message' | 'note' | 'activity' | 'outcome'} ${string}`

/** Key of a screen's unfinished work, which is in no table yet. */
type DraftKey = 'work.email' | PersonWork | 'last.list' | 'call.number' | 'call.put_off'

/** Unfinished work, and the team that part of it came from; null for none. */
export interface KeptWork {
  work: object
  team: string | null
}

/** A screen's unfinished work from the last visit; undefined where there is none. */
export async function readWork(userId: string, place: DraftKey): Promise<KeptWork | undefined> {
  const cached = await (await openedFor(userId).cache)?.read(place)
  return cached ? { work: Object.assign({}, ...cached.rows), team: cached.team ?? null } : undefined
}

/** As `readWork`, without the team. */
export async function readDraft(userId: string, place: DraftKey): Promise<object | undefined> {
  return (await readWork(userId, place))?.work
}

/**
 * Keeps a screen's unfinished work for the next visit, for the user it was read for.
 * @param ofTeam the part of it that came from a team, and goes with the team.
 * @returns whether it is kept.
 */
export async function storeDraft(
  userId: string,
  place: DraftKey,
  own: object,
  ofTeam?: { team: string; work: object },
): Promise<boolean> {
  const rows = ofTeam ? [own, ofTeam.work] : [own]
  return write(userId, place, { args: '', rows, ...(ofTeam && { team: ofTeam.team }) })
}

/** Where something is kept that was being written about a person. */
export async function keptPlaces(userId: string): Promise<PersonWork[]> {
  try {
    const names = (await (await openedFor(userId).cache)?.namesOfWork()) ?? []
    return names.filter((name): name is PersonWork => name.includes(' '))
  } catch {
    // A cache that is being wiped has none.
    return []
  }
}

/** Deletes unfinished work, where there is some. */
export async function removeDrafts(userId: string, places: readonly DraftKey[]): Promise<void> {
  // A cache that is being wiped has none soon.
  await (await openedFor(userId).cache)?.remove(places).catch(() => undefined)
}

/** Drops the rows in memory, of which some are of a team that was left. */
export function dropRowsInMemory(): void {
  for (const timer of writes.values()) clearTimeout(timer)
  writes.clear()
  endFirstPaint(opened)
}

/** Closes the cache before it is wiped. */
export async function closeFirstPaint(): Promise<void> {
  for (const timer of writes.values()) clearTimeout(timer)
  const closing = opened
  opened = undefined
  endFirstPaint(closing)
  ;(await closing?.cache)?.close()
}

async function write(
  userId: string,
  name: QueryName | DraftKey,
  answer: { args: string; rows: unknown[]; team?: string },
): Promise<boolean> {
  // A user who signed out meanwhile leaves nothing on the device.
  if (opened?.userId !== userId) return false
  try {
    const cache = await opened.cache
    await cache?.store(name, answer)
    return cache !== null
  } catch {
    // The disk is full, or the cache is being wiped: the next visit starts without it.
    return false
  }
}

function openedFor(userId: string): Opened {
  // What is still on screen at a sign-out may ask once more: the key would be made anew, after the wipe.
  if (isWipePending(userId)) return closedFor(userId)
  if (opened?.userId !== userId) {
    void closeFirstPaint()
    const cache = open(userId)
    // A cache that is being wiped has none.
    const lastVisit = readLastVisit(cache).catch(() => NO_ANSWERS)
    opened = { userId, openedAtMs: Date.now(), cache, lastVisit }
  }
  return opened
}

const closedFor = (userId: string): Opened => ({
  userId,
  openedAtMs: Date.now(),
  cache: Promise.resolve(null),
  lastVisit: Promise.resolve(NO_ANSWERS),
})

async function readLastVisit(opening: Promise<FirstPaintCache | null>): Promise<Answers> {
  const cache = await opening
  await cache?.expire(CACHED_QUERIES)
  const read = CACHED_QUERIES.map(async (name) => [name, await cache?.read(name)] as const)
  const answers = new Map<QueryName, CachedAnswer>()
  for (const [name, answer] of await Promise.all(read)) if (answer) answers.set(name, answer)
  return answers
}

/** From now on answers are read one by one, as they may have been written or lapsed since. */
function endFirstPaint(cache: Opened | undefined): void {
  if (cache) cache.lastVisit = Promise.resolve(undefined)
}

/** Null where the browser refuses storage. */
async function open(userId: string): Promise<FirstPaintCache | null> {
  try {
    const { openFirstPaintCache } = await import('#sync/client/tab/first-paint.ts')
    return await openFirstPaintCache(userId)
  } catch {
    return null
  }
}
