import type { Page } from 'playwright/test'

/** The encodings in which a text may be stored: plain, UTF-16, base64. */
function spellings(text: string): string[] {
  // Base64 encodes it in three ways, depending on its offset in the bytes.
  const inBase64 = ['', 'a', 'aa'].map((before) =>
    Buffer.from(before + text)
      .toString('base64')
      .slice(before.length ? 4 : 0, -4),
  )
  return [text, Buffer.from(text, 'utf16le').toString('latin1'), ...inBase64]
}

/**
 * Searches everything that a browser stores for the app: the document and its fields, both web storages,
 * every value of every IndexedDB, Cache Storage and the private file system.
 * @returns the places that contain one of the texts.
 */
export function placesOf(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const found = new Set<string>()
    const check = (place: string, text: string) => {
      if (wanted.some((each) => text.includes(each))) found.add(place)
    }
    const latin1 = new TextDecoder('latin1')

    async function look(place: string, value: unknown): Promise<void> {
      if (typeof value === 'string') return check(place, value)
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        return check(place, latin1.decode(value))
      }
      if (value instanceof Blob) return look(place, await value.arrayBuffer())
      if (value instanceof Map) return look(place, [...value])
      if (value instanceof Set) return look(place, [...value])
      if (typeof value !== 'object' || value === null) return
      for (const [key, held] of Object.entries(value)) {
        check(place, key)
        await look(place, held)
      }
    }

    async function lookInFiles(place: string, folder: FileSystemDirectoryHandle) {
      const entries = folder as unknown as AsyncIterable<[string, FileSystemHandle]>
      for await (const [name, entry] of entries) {
        check(place, name)
        const looking =
          entry.kind === 'directory'
            ? lookInFiles(place, entry as FileSystemDirectoryHandle)
            : (entry as FileSystemFileHandle).getFile().then((file) => look(place, file))
        await looking.catch((error: DOMException) => {
          // The app has deleted it meanwhile.
          if (error.name !== 'NotFoundError') throw error
        })
      }
    }

    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })

    // An address is shown with places where it may break.
    check('document', document.documentElement.outerHTML.replaceAll('<wbr>', ''))
    for (const field of document.querySelectorAll('input, textarea')) {
      check('document', (field as HTMLInputElement).value)
    }
    await look('localStorage', { ...localStorage })
    await look('sessionStorage', { ...sessionStorage })
    await look('history', history.state)
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const records = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([
          settled(records.getAllKeys()),
          settled(records.getAll()),
        ])
        await look(`IndexedDB ${name}`, [keys, values])
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        check('Cache Storage', request.url)
        await look('Cache Storage', await (await cache.match(request))?.arrayBuffer())
      }
    }
    await lookInFiles('files', await navigator.storage.getDirectory())
    return [...found].sort()
  }, texts.flatMap(spellings))
}
