import { deviceName } from './device-name.ts'

/** Whether a name in the user's folder is that of a database, `build.generation`. */
export const isDatabaseFolder = (name: string) => /\.\d+$/.test(name)

/** Prefix of the names that PGlite gives to its databases in IndexedDB. */
export const PGLITE_PREFIX = '/pglite/'

/** Whether this browser holds a database of the user, whole or not. */
export async function hasDatabase(userId: string): Promise<boolean> {
  const name = deviceName(userId)
  return (await hasFiles(name)) || (await hasIndexedDb(name))
}

async function hasFiles(name: string): Promise<boolean> {
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(name)
    for await (const entry of folder.keys()) if (isDatabaseFolder(entry)) return true
    return false
  } catch {
    // The user has no folder, or the browser has no private files.
    return false
  }
}

/** Where the browser can open few private files or none, PGlite keeps the database in IndexedDB. */
async function hasIndexedDb(name: string): Promise<boolean> {
  const databases = await globalThis.indexedDB?.databases().catch(() => undefined)
  return (
    databases?.some((database) => database.name?.startsWith(`${PGLITE_PREFIX}${name}.`)) === true
  )
}
