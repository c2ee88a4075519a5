import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { BRAND } from '#sync/contract/brand.ts'
import type { SealedContacts, VaultStore } from './contact-vault.ts'

const DATABASE = `${BRAND.toLowerCase()}.contacts`
/** Version 1 held a key of its own. */
const VERSION = 2
const CONTACTS = 'contacts'

interface VaultSchema extends DBSchema {
  [CONTACTS]: { key: string; value: SealedContacts }
}

/**
 * The vault in IndexedDB, one for whichever account is signed in. Every call rejects where
 * IndexedDB is refused.
 */
export function indexedDbVaultStore(): VaultStore {
  let opened: Promise<IDBPDatabase<VaultSchema>> | undefined
  const forget = () => {
    opened = undefined
  }

  /** Opens the database anew where its connection has ended: Safari ends those of an app in the background. */
  async function connection(): Promise<IDBPDatabase<VaultSchema>> {
    opened ??= connect().catch((fault) => {
      forget()
      throw fault
    })
    return opened
  }

  const connect = () =>
    openDB<VaultSchema>(DATABASE, VERSION, {
      upgrade(database) {
        for (const store of [...database.objectStoreNames]) database.deleteObjectStore(store)
        database.createObjectStore(CONTACTS)
      },
      // Another tab upgrades or deletes the database, and must not wait for this one.
      blocking(_current, _blocked, event) {
        forget()
        ;(event.target as IDBDatabase).close()
      },
      terminated: forget,
    })

  return {
    async readAll() {
      const { store } = (await connection()).transaction(CONTACTS)
      const [ids, entries] = await Promise.all([store.getAllKeys(), store.getAll()])
      return entries.map((entry, index) => [ids[index] ?? '', entry])
    },
    async write(personId, entry) {
      await (await connection()).put(CONTACTS, entry, personId)
    },
    async remove(personId) {
      await (await connection()).delete(CONTACTS, personId)
    },
    async clear() {
      await (await connection()).clear(CONTACTS)
    },
  }
}
