import { type DBSchema, openDB } from 'idb'
import type { EntryState, NewMutation, OutboxEntry, OutboxStore } from './outbox-store.ts'

/** An entry as it lies on the disk: what it says is sealed, its place is not. */
interface SealedEntry {
  seq?: number
  id: string
  iv: Uint8Array<ArrayBuffer>
  sealed: ArrayBuffer
}

interface OutboxSchema extends DBSchema {
  entries: { key: number; value: SealedEntry; indexes: { id: string } }
}

/** Writes are on the disk when their promise resolves, not merely on their way. */
const STRICT = { durability: 'strict' } as const

/**
 * The outbox of a browser, each entry sealed with AES-GCM under a key that lives elsewhere: what the
 * browser leaves of it on the disk is worth nothing once that key is gone.
 * @throws where IndexedDB is refused.
 */
export async function openIndexedDbOutbox(name: string, key: CryptoKey): Promise<OutboxStore> {
  const database = await openDB<OutboxSchema>(name, 1, {
    upgrade(database) {
      const entries = database.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true })
      entries.createIndex('id', 'id', { unique: true })
    },
    // Somebody wants to delete it: they must not wait for this tab.
    blocking: () => database.close(),
  })

  async function readAll(): Promise<OutboxEntry[]> {
    const entries = await database.getAll('entries')
    return Promise.all(entries.map((entry) => unseal(key, entry)))
  }

  async function replace(ids: Iterable<string>, mutations: NewMutation[]): Promise<OutboxEntry[]> {
    // Sealed first: a transaction ends as soon as it waits for anything but itself.
    const added = await Promise.all(
      mutations.map((mutation) => seal(key, mutation, { kind: 'waiting' })),
    )
    const transaction = database.transaction('entries', 'readwrite', STRICT)
    const { store } = transaction
    const removals = [...ids].map(async (id) => {
      const seq = await store.index('id').getKey(id)
      if (seq !== undefined) await store.delete(seq)
    })
    const additions = Promise.all(
      added.map(async (entry) => (await store.index('id').getKey(entry.id)) ?? store.add(entry)),
    )
    const [seqs] = await Promise.all([additions, ...removals, transaction.done])
    return mutations.map((mutation, index) => ({
      ...mutation,
      seq: seqs[index] ?? 0,
      state: { kind: 'waiting' },
    }))
  }

  return {
    readAll,
    replace,
    add: (mutations) => replace([], mutations),
    async setStates(states) {
      const present = (await readAll()).filter(({ id }) => states.has(id))
      const sealed = await Promise.all(
        present.map(async (entry) => ({
          ...(await seal(key, entry, states.get(entry.id) ?? entry.state)),
          seq: entry.seq,
        })),
      )
      const transaction = database.transaction('entries', 'readwrite', STRICT)
      const writes = sealed.map(async (entry) => {
        // Given up meanwhile: it must not come back.
        if (await transaction.store.getKey(entry.seq)) await transaction.store.put(entry)
      })
      await Promise.all([...writes, transaction.done])
    },
    async close() {
      database.close()
    },
  }
}

/** Binds what is sealed to its entry: moved to another's place it does not open. */
const boundTo = (id: string) => new TextEncoder().encode(id)

async function seal(
  key: CryptoKey,
  { id, name, args, created_at }: NewMutation,
  state: EntryState,
): Promise<SealedEntry> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify({ name, args, created_at, state }))
  const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(id) }
  return { id, iv, sealed: await crypto.subtle.encrypt(algorithm, key, text) }
}

async function unseal(key: CryptoKey, { seq = 0, id, iv, sealed }: SealedEntry) {
  const algorithm = { name: 'AES-GCM', iv, additionalData: boundTo(id) }
  const text = new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, sealed))
  const entry = JSON.parse(text) as Pick<OutboxEntry, 'name' | 'args' | 'created_at' | 'state'>
  return { seq, id, ...entry }
}
