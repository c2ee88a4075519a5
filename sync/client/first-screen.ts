import { openDB } from 'idb'
import { deviceKey } from './device-key.ts'
import { deviceName } from './user-folder.ts'

const STORE = 'answers'

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
        const algorithm = { name: 'AES-GCM', iv: kept.iv }
        const text = await crypto.subtle.decrypt(algorithm, key, kept.sealed)
        return JSON.parse(new TextDecoder().decode(text), reviveDate)
      } catch {
        // Sealed under a key that is gone: as good as never kept.
        return null
      }
    },
    async keep(query, answer) {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const text = new TextEncoder().encode(JSON.stringify(answer))
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text)
      await database.put(STORE, { iv, sealed }, query)
    },
    close: () => database.close(),
  }
}

/** Columns that end in `_at` are times: JSON has them as text. */
function reviveDate(column: string, value: unknown): unknown {
  return column.endsWith('_at') && typeof value === 'string' ? new Date(value) : value
}
