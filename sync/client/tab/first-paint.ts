import { openDB } from 'idb'
import { deviceKey } from '#sync/client/disk/device-key.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { seal, unseal } from '#sync/client/disk/seal.ts'
import { isLeaseOver, type LastContact } from '#sync/client/tables/lease.ts'
import { withTimes } from '#sync/client/tables/text-rows.ts'

const STORE = 'answers'
/** Where it stands in the clear when the server was last heard. */
const HEARD = 'heard'

/** An answer as it was last on screen. */
interface KeptAnswer {
  /** The query's arguments, as JSON: another list's answer is of no use. */
  args: string
  rows: unknown[]
}

/** What the first screen showed last, so that it is there again before PGlite is. */
export interface FirstScreen {
  /** The kept answer of a query, if there is one that can be read. */
  read(query: string): Promise<KeptAnswer | null>
  keep(query: string, answer: KeptAnswer): Promise<void>
  /** The server is heard now: what it sends is on screen. */
  heard(): Promise<void>
  /** Lets the answers of queries go once the server was not heard for the lease. */
  expire(queries: readonly string[]): Promise<void>
  close(): void
}

/** Opens what is kept for a user, sealed under the device's key. Rejects where nothing can be. */
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
        return { args, rows: rows.map(withTimes) }
      } catch {
        // Sealed under a key that is gone: as good as never kept.
        return null
      }
    },
    async keep(query, answer) {
      await database.put(STORE, await seal(key, answer, query), query)
    },
    async heard() {
      await database.put(STORE, heardNow(), HEARD)
    },
    async expire(queries) {
      const last: LastContact | undefined = await database.get(STORE, HEARD)
      if (last && !isLeaseOver(last, heardNow())) return
      for (const query of queries) await database.delete(STORE, query)
    },
    close: () => database.close(),
  }
}

/** A page does not hear the server's clock. */
const heardNow = (): LastContact => ({ serverMs: null, deviceMs: Date.now() })
