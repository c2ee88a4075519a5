import { BRAND } from '#sync/contract/brand.ts'
import type { SealedContacts, VaultStore } from './contact-vault.ts'

const DATABASE = `${BRAND.toLowerCase()}.contacts`
/** Version 1 held a key of its own. */
const VERSION = 2
const CONTACTS = 'contacts'

/**
 * The vault in IndexedDB, one for whichever account is signed in. Every call rejects where
 * IndexedDB is refused.
 */
export function indexedDbVaultStore(): VaultStore {
  let opened: Promise<IDBDatabase> | undefined
  const forget = () => {
    opened = undefined
  }
  /** Opened anew where that failed, or the browser ended it: Safari does so to an app in the background. */
  const database = () => {
    opened ??= open(forget).catch((fault) => {
      forget()
      throw fault
    })
    return opened
  }
  const storeFor = async (mode: IDBTransactionMode) =>
    (await database()).transaction(CONTACTS, mode).objectStore(CONTACTS)

  return {
    async readAll() {
      const store = await storeFor('readonly')
      const [ids, entries] = await Promise.all([
        settle(store.getAllKeys()),
        settle<SealedContacts[]>(store.getAll()),
      ])
      return entries.map((entry, index) => [String(ids[index]), entry])
    },
    async write(personId, entry) {
      await settle((await storeFor('readwrite')).put(entry, personId))
    },
    async remove(personId) {
      await settle((await storeFor('readwrite')).delete(personId))
    },
    async clear() {
      await settle((await storeFor('readwrite')).clear())
    },
  }
}

/** @param onEnded runs when the browser ends the connection. */
async function open(onEnded: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION)
  request.onupgradeneeded = () => {
    const database = request.result
    for (const store of [...database.objectStoreNames]) database.deleteObjectStore(store)
    database.createObjectStore(CONTACTS)
  }
  const database = await settle(request)
  // A later build must not wait for this tab.
  database.onversionchange = () => database.close()
  database.onclose = onEnded
  return database
}

function settle<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
