import { openDB } from 'idb'
import { deviceKey } from '#sync/client/disk/device-key.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { seal, unseal } from '#sync/client/disk/seal.ts'
import { isLeaseOver, type LastContact } from '#sync/client/tables/lease.ts'
import { reviveTimes } from '#sync/client/tables/revive-times.ts'

const STORE = 'answers'
/** Key of the time, in the clear, at which the server was last heard. */
const LAST_CONTACT = 'heard'

/** The answer of a query as it was last on screen. */
interface CachedAnswer {
  /** The query's arguments, as JSON: the answer counts for these alone. */
  args: string
  rows: unknown[]
}

/** The first screen's last answers, shown again before PGlite is open. */
export interface FirstScreen {
  /** The kept answer of a query, null where there is none or it cannot be unsealed. */
  read(query: string): Promise<CachedAnswer | null>
  store(query: string, answer: CachedAnswer): Promise<void>
  /** Notes that the server was heard now. */
  recordContact(): Promise<void>
  /** Deletes the answers of queries once the server was not heard for the lease. */
  expire(queries: readonly string[]): Promise<void>
  close(): void
}

/** Opens a user's kept answers, sealed under the device's key. Rejects where none can be kept. */
export async function openFirstScreen(userId: string): Promise<FirstScreen> {
  const [key, database] = await Promise.all([
    deviceKey(userId),
    openDB(`${deviceName(userId)}.screen`, 1, {
      upgrade: (opened) => void opened.createObjectStore(STORE),
      // The device is being wiped.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
    }),
  ])
  return {
    async read(query) {
      const kept = await database.get(STORE, query)
      if (!kept) return null
      try {
        const { args, rows } = (await unseal(key, kept, query)) as { args: string; rows: object[] }
        return { args, rows: rows.map(reviveTimes) }
      } catch {
        // Sealed under a key that is gone, so it counts as never kept.
        return null
      }
    },
    async store(query, answer) {
      await database.put(STORE, await seal(key, answer, query), query)
    },
    async recordContact() {
      await database.put(STORE, contactNow(), LAST_CONTACT)
    },
    async expire(queries) {
      const last: LastContact | undefined = await database.get(STORE, LAST_CONTACT)
      if (last && !isLeaseOver(last, contactNow())) return
      for (const query of queries) await database.delete(STORE, query)
    },
    close: () => database.close(),
  }
}

/** The first paint has no answer of the server, hence not its clock. */
const contactNow = (): LastContact => ({ serverMs: null, deviceMs: Date.now() })
