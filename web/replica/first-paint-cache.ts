import type { FirstScreen } from '#sync/client/tab/first-paint.ts'
import type { QueryName } from '#sync/contract/queries.ts'

/** What is kept of the last visit: what screens show first; of the list that was open, as far as it was seen. */
const KEPT: readonly QueryName[] = [
  'lists.all',
  'lists.one',
  'lists.members',
  'templates.all',
  'searches.all',
  'settings.all',
]

/** Members that fill any first screen. */
const ROWS_MAX = 50

/** Time for rows to settle before they are written. */
const WRITE_DELAY_MS = 1_000

let opened: { userId: string; screen: Promise<FirstScreen | null> } | undefined
const writes = new Map<QueryName, ReturnType<typeof setTimeout>>()

/** The rows a query had when it was last on screen; null where none are kept. */
export async function readKept(
  userId: string,
  name: QueryName,
  args: string,
): Promise<unknown[] | null> {
  if (!KEPT.includes(name)) return null
  const screen = await screenOf(userId)
  // The names of people whom nobody could have taken out are not painted either.
  await screen?.expire(KEPT)
  const kept = await screen?.read(name)
  return kept?.args === args ? kept.rows : null
}

/** Keeps the rows for the next visit. */
export function keepRows(userId: string, name: QueryName, args: string, rows: unknown[]): void {
  if (!KEPT.includes(name)) return
  clearTimeout(writes.get(name))
  const answer = { args, rows: name === 'lists.members' ? rows.slice(0, ROWS_MAX) : rows }
  writes.set(
    name,
    setTimeout(() => void write(userId, name, answer), WRITE_DELAY_MS),
  )
}

/** Says that the server is heard: the rows on screen are its own. */
export async function keepHeard(userId: string): Promise<void> {
  // Where nothing can be kept, nothing grows old.
  await (await screenOf(userId))?.heard().catch(() => undefined)
}

/** Where work that is nobody's row yet lies, of a screen that keeps some. */
type Workplace = 'work.email'

/** What was left unfinished on a screen; undefined where nothing was. */
export async function readWork(userId: string, place: Workplace): Promise<unknown> {
  const kept = await (await screenOf(userId))?.read(place)
  return kept?.rows[0]
}

/** Keeps work for the next visit, of the user it was read for. @returns whether it is kept. */
export async function keepWork(userId: string, place: Workplace, work: unknown): Promise<boolean> {
  return write(userId, place, { args: '', rows: [work] })
}

/** Lets go of what is kept, for it is being wiped. */
export async function closeKept(): Promise<void> {
  for (const timer of writes.values()) clearTimeout(timer)
  const closing = opened
  opened = undefined
  ;(await closing?.screen)?.close()
}

async function write(
  userId: string,
  name: QueryName | Workplace,
  answer: { args: string; rows: unknown[] },
): Promise<boolean> {
  // Whoever signed out meanwhile leaves nothing.
  if (opened?.userId !== userId) return false
  try {
    const screen = await opened.screen
    await screen?.keep(name, answer)
    return screen !== null
  } catch {
    // The disk is full, or it is being wiped: the next visit starts without.
    return false
  }
}

function screenOf(userId: string): Promise<FirstScreen | null> {
  if (opened?.userId !== userId) {
    void closeKept()
    opened = { userId, screen: open(userId) }
  }
  return opened.screen
}

/** Null where the browser keeps nothing. */
async function open(userId: string): Promise<FirstScreen | null> {
  try {
    const { openFirstScreen } = await import('#sync/client/tab/first-paint.ts')
    return await openFirstScreen(userId)
  } catch {
    return null
  }
}
