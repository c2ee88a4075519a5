import { deviceName } from './device-name.ts'

/** Whether a name in the user's folder is that of a database, `build.generation`. */
export const isDatabaseFolder = (name: string) => /\.\d+$/.test(name)

/** How PGlite itself begins the names of its databases in IndexedDB. */
export const PGLITE_PREFIX = '/pglite/'

/** Whether this browser holds a database of the user, whole or not. */
export async function hasDatabase(userId: string): Promise<boolean> {
  const name = deviceName(userId)
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(name)
    for await (const entry of folder.keys()) if (isDatabaseFolder(entry)) return true
    return false
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === 'NotFoundError') return false
    // The browser has no private files: PGlite keeps the database in IndexedDB.
    const databases = await globalThis.indexedDB?.databases().catch(() => undefined)
    return (
      databases?.some((database) => database.name?.startsWith(`${PGLITE_PREFIX}${name}.`)) === true
    )
  }
}
