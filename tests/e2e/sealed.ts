import type { Page } from 'playwright/test'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { unseal } from '#sync/client/disk/seal.ts'
import type { QueryName } from '#sync/contract/queries.ts'
import { userIdOf } from './devices.ts'

/** An encrypted value in the browser. */
export interface SealedValue {
  database: string
  /** The associated data: its id, its person, its query. */
  place: string
  iv: Uint8Array<ArrayBuffer>
  bytes: Buffer<ArrayBuffer>
}

/** The key that encrypts all values of the user. */
export async function deviceKeyOf(page: Page): Promise<Buffer<ArrayBuffer>> {
  const folder = deviceName(await userIdOf(page))
  const bytes = await page.evaluate(async (folder) => {
    const root = await navigator.storage.getDirectory()
    const file = await (await root.getDirectoryHandle(folder)).getFileHandle('key')
    return [...new Uint8Array(await (await file.getFile()).arrayBuffer())]
  }, folder)
  return Buffer.from(bytes)
}

/** Every encrypted value in the browser's databases. */
export async function sealedIn(page: Page): Promise<SealedValue[]> {
  const found = await page.evaluate(async () => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const values: { database: string; place: string; iv: number[]; bytes: number[] }[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name))
      for (const each of database.objectStoreNames) {
        const store = database.transaction(each).objectStore(each)
        const [keys, all] = await Promise.all([
          settled(store.getAllKeys()),
          settled(store.getAll()),
        ])
        for (const [index, { id, iv, sealed }] of all.entries()) {
          if (!sealed) continue
          // An outbox entry is keyed by its order, and bound to its id.
          const place = String(id ?? keys[index])
          values.push({ database: name, place, iv: [...iv], bytes: [...new Uint8Array(sealed)] })
        }
      }
      database.close()
    }
    return values
  })
  return found.map(({ iv, bytes, ...where }) => ({
    ...where,
    iv: Uint8Array.from(iv),
    bytes: Buffer.from(bytes),
  }))
}

/** The decrypted value, as JSON. Rejects under another key. */
export async function textOf(
  { place, iv, bytes }: SealedValue,
  key: Buffer<ArrayBuffer>,
): Promise<string> {
  const own = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const sealed = Uint8Array.from(bytes).buffer
  return JSON.stringify(await unseal(own, { iv, sealed }, place))
}

/** The first paint's answer to a query, as JSON; null where none is kept. */
export async function firstPaintOf(page: Page, query: QueryName): Promise<string | null> {
  const kept = (await sealedIn(page)).find(
    ({ database, place }) => database.endsWith('.screen') && place === query,
  )
  return kept ? textOf(kept, await deviceKeyOf(page)) : null
}
