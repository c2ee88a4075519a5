import { type IDBPDatabase, openDB } from 'idb'
import { deviceKey } from '#sync/client/disk/device-key.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { seal, unseal } from '#sync/client/disk/seal.ts'
import { isTeamLeaseOver, SHORTEST_LEASE_MS } from '#sync/client/lease.ts'
import { reviveTimes } from '#sync/client/tables/revive-times.ts'

const STORE = 'answers'
/** Key of the time, in the clear, of the last contact with the server. */
const LAST_CONTACT = 'heard'
/** How the keys of unfinished work begin; all others are of queries. */
const WORK = 'work.'

/** The rows of a query as they were last on screen, or a screen's unfinished work. */
export interface CachedAnswer {
  /** The query's arguments as JSON; the rows are valid for these only. */
  args: string
  rows: unknown[]
  /** The team that the rows after the first are of, in unfinished work. */
  team?: string
}

/** The last answers of screens, painted at the next visit before PGlite is open. */
export interface FirstPaintCache {
  /** The cached answer of a query, null where there is none or it cannot be unsealed. */
  read(query: string): Promise<CachedAnswer | null>
  store(query: string, answer: CachedAnswer): Promise<void>
  /** Notes a contact with the server. */
  recordContact(): Promise<void>
  /**
   * Deletes the answers of queries once the last contact is older than the shortest lease of a team:
   * whose rows are in them is not known.
   */
  expire(queries: readonly string[]): Promise<void>
  /** Deletes what is cached under these names, where there is something. */
  remove(queries: readonly string[]): Promise<void>
  /** Deletes the answers of all queries, and keeps unfinished work. */
  forgetAnswers(): Promise<void>
  /** The names under which unfinished work is cached. */
  namesOfWork(): Promise<string[]>
  /** Deletes what unfinished work has of a team. */
  forgetWorkOf(teamId: string): Promise<void>
  close(): void
}

/** Opens a user's cache, sealed under the device's key. Rejects where the browser stores nothing. */
export async function openFirstPaintCache(userId: string): Promise<FirstPaintCache> {
  const [key, database] = await Promise.all([deviceKey(userId), openAnswers(userId)])

  async function read(query: string): Promise<CachedAnswer | null> {
    try {
      const sealed = await database.get(STORE, query)
      if (!sealed) return null
      const answer = (await unseal(key, sealed, query)) as CachedAnswer & { rows: object[] }
      return { ...answer, rows: answer.rows.map(reviveTimes) }
    } catch {
      // The key is gone, or the cache was wiped meanwhile: the answer counts as never stored.
      return null
    }
  }

  async function store(query: string, answer: CachedAnswer): Promise<void> {
    await database.put(STORE, await seal(key, answer, query), query)
  }

  async function remove(queries: readonly string[]): Promise<void> {
    const deletion = database.transaction(STORE, 'readwrite')
    await Promise.all([...queries.map((query) => deletion.store.delete(query)), deletion.done])
  }

  async function keysOf(kind: 'answers' | 'work'): Promise<string[]> {
    const keys = (await database.getAllKeys(STORE)).map(String)
    return keys.filter((key) => key !== LAST_CONTACT && key.startsWith(WORK) === (kind === 'work'))
  }

  return {
    read,
    store,
    async recordContact() {
      await database.put(STORE, contactNow(), LAST_CONTACT)
    },
    async expire(queries) {
      const last: ReturnType<typeof contactNow> | undefined = await database.get(
        STORE,
        LAST_CONTACT,
      )
      const isOver =
        !last ||
        isTeamLeaseOver({ ...last, latestMs: last.deviceMs }, contactNow(), SHORTEST_LEASE_MS)
      if (!isOver) return
      await remove(queries)
    },
    remove,
    async forgetAnswers() {
      await remove(await keysOf('answers'))
    },
    namesOfWork: () => keysOf('work'),
    async forgetWorkOf(teamId) {
      for (const place of await keysOf('work')) {
        const work = await read(place)
        if (work?.team === teamId)
          await store(place, { args: work.args, rows: work.rows.slice(0, 1) })
      }
    },
    close: () => database.close(),
  }
}

/**
 * Opens the database. It is async so that a browser which refuses even to name `indexedDB` makes it
 * reject: an exception would leave the promise of the key without a handler.
 */
async function openAnswers(userId: string): Promise<IDBPDatabase> {
  return openDB(`${deviceName(userId)}.screen`, 1, {
    upgrade: (opened) => void opened.createObjectStore(STORE),
    // Another tab wipes the device, and must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
}

/** The first paint has no response of the server, hence not its clock. */
const contactNow = () => ({ serverMs: null, deviceMs: Date.now() })
