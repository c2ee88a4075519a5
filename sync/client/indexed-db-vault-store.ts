import { BRAND } from '../contract/brand.ts'
import type { SealedContacts, VaultKey, VaultStore } from './contact-vault.ts'

const DATABASE = `${BRAND.toLowerCase()}.contacts`
const KEYS = 'keys'
const CONTACTS = 'contacts'
const OWN_KEY = 'own'

/** The vault's place in the browser. Every call rejects where IndexedDB is refused. */
export function indexedDbVaultStore(): VaultStore {
  let opened: Promise<IDBDatabase> | undefined
  const database = () => {
    opened ??= open()
    return opened
  }
  const run = async <Answer>(
    name: string,
    mode: IDBTransactionMode,
    ask: (store: IDBObjectStore) => IDBRequest<Answer>,
  ) => settle(ask((await database()).transaction(name, mode).objectStore(name)))

  return {
    readKey: () => run<VaultKey | undefined>(KEYS, 'readonly', (store) => store.get(OWN_KEY)),
    async writeKey(key) {
      await run(KEYS, 'readwrite', (store) => store.put(key, OWN_KEY))
    },
    async readAll() {
      const transaction = (await database()).transaction(CONTACTS, 'readonly')
      const store = transaction.objectStore(CONTACTS)
      const [ids, entries] = await Promise.all([
        settle(store.getAllKeys()),
        settle<SealedContacts[]>(store.getAll()),
      ])
      return entries.map((entry, index) => [String(ids[index]), entry])
    },
    async write(personId, entry) {
      await run(CONTACTS, 'readwrite', (store) => store.put(entry, personId))
    },
    async remove(personId) {
      await run(CONTACTS, 'readwrite', (store) => store.delete(personId))
    },
    async clear() {
      const transaction = (await database()).transaction([KEYS, CONTACTS], 'readwrite')
      await Promise.all([
        settle(transaction.objectStore(KEYS).clear()),
        settle(transaction.objectStore(CONTACTS).clear()),
      ])
    },
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(KEYS)
    request.result.createObjectStore(CONTACTS)
  }
  return settle(request)
}

function settle<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
