import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type Sealed, seal, unseal } from '#sync/client/disk/seal.ts'
import type { MutationName } from '#sync/contract/mutations.ts'
import type { EntryState, NewMutation, OutboxEntry, OutboxStore } from './outbox-store.ts'

/**
 * An entry as stored: its content is sealed and bound to its id; `seq` and `id` are not encrypted.
 */
export interface SealedEntry extends Sealed {
  seq?: number
  id: string
}

interface OutboxSchema extends DBSchema {
  entries: { key: number; value: SealedEntry; indexes: { id: string } }
}

/**
 * Replaces an entry that cannot be unsealed: the entry stays on the disk, blocks no other one, and is
 * shown to its author as rejected.
 */
const UNREADABLE = {
  name: 'unreadable' as MutationName,
  args: {},
  created_at: new Date(0).toISOString(),
  state: {
    kind: 'rejected',
    code: 'internal_error',
    message: 'It cannot be read on this device any more.',
  },
} satisfies Omit<OutboxEntry, 'seq' | 'id'>

/** A write's promise resolves once the disk has it, not when it is merely queued. */
const STRICT = { durability: 'strict' } as const

/**
 * The outbox in IndexedDB, each entry sealed with AES-GCM under a key that is kept elsewhere:
 * remains of an entry on the disk cannot be read once that key is gone.
 * @throws where IndexedDB is refused.
 */
export async function openIndexedDbOutbox(name: string, key: CryptoKey): Promise<OutboxStore> {
  let opened: Promise<IDBPDatabase<OutboxSchema>> | undefined
  let isClosed = false

  /**
   * Opens the database again where its connection has ended: Safari ends those of an app in the
   * background.
   */
  async function connection(): Promise<IDBPDatabase<OutboxSchema>> {
    if (isClosed) throw new DOMException('The connection is closed.', 'InvalidStateError')
    opened ??= connect().catch((fault) => {
      opened = undefined
      throw fault
    })
    return opened
  }

  const connect = () =>
    openDB<OutboxSchema>(name, 1, {
      upgrade(database) {
        const options = { keyPath: 'seq', autoIncrement: true }
        const entries = database.createObjectStore('entries', options)
        entries.createIndex('id', 'id', { unique: true })
      },
      // Another tab wants to delete the database: it must not wait for this one.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      terminated() {
        opened = undefined
      },
    })

  await connection()

  async function readAll(): Promise<OutboxEntry[]> {
    const entries = await (await connection()).getAll('entries')
    return Promise.all(entries.map((entry) => unsealEntry(key, entry)))
  }

  async function replace(ids: Iterable<string>, mutations: NewMutation[]): Promise<OutboxEntry[]> {
    // Sealed before the transaction begins, because IndexedDB commits a transaction that waits for
    // anything but its own requests.
    const added = await Promise.all(
      mutations.map((mutation) => sealEntry(key, mutation, { kind: 'waiting' })),
    )
    const transaction = (await connection()).transaction('entries', 'readwrite', STRICT)
    const { store } = transaction
    const placeOf = (id: string) => store.index('id').getKey(id)
    const places = await Promise.all([...ids].map(placeOf))
    const isToAdd = (_: unknown, index: number) =>
      index >= places.length || places[index] !== undefined
    const removals = places.map((seq) => (seq === undefined ? undefined : store.delete(seq)))
    const additions = Promise.all(
      added.filter(isToAdd).map(async (entry) => (await placeOf(entry.id)) ?? store.add(entry)),
    )
    const [seqs] = await Promise.all([additions, ...removals, transaction.done])
    return mutations.filter(isToAdd).map((mutation, index) => ({
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
          ...(await sealEntry(key, entry, states.get(entry.id) ?? entry.state)),
          seq: entry.seq,
        })),
      )
      const transaction = (await connection()).transaction('entries', 'readwrite', STRICT)
      const writes = sealed.map(async (entry) => {
        // An entry that was removed meanwhile must not be restored.
        if (await transaction.store.getKey(entry.seq)) await transaction.store.put(entry)
      })
      await Promise.all([...writes, transaction.done])
    },
    async close() {
      isClosed = true
      const database = await opened
      database?.close()
    },
  }
}

async function sealEntry(
  key: CryptoKey,
  { id, name, args, created_at }: NewMutation,
  state: EntryState,
): Promise<SealedEntry> {
  return { id, ...(await seal(key, { name, args, created_at, state }, id)) }
}

/** Unseals an entry; one that cannot be read counts as rejected. */
export async function unsealEntry(key: CryptoKey, entry: SealedEntry): Promise<OutboxEntry> {
  const { seq = 0, id } = entry
  try {
    const opened = (await unseal(key, entry, id)) as Omit<OutboxEntry, 'seq' | 'id'>
    return { seq, id, ...opened }
  } catch {
    return { seq, id, ...UNREADABLE }
  }
}
