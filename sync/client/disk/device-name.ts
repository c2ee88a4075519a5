import { BRAND } from '#sync/contract/brand.ts'

/** Prefix of all that a user has on this device: databases, locks, channels. */
export const deviceName = (userId: string) => `${BRAND.toLowerCase()}.${userId}`

/** The user's folder among the browser's private files. Rejects where there are none. */
export async function userFolder(userId: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(deviceName(userId), { create: true })
}

/** Whether a name in the user's folder is that of a database, `build.generation`. */
export const isDatabaseFolder = (name: string) => /\.\d+$/.test(name)

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
    // A browser without private files: PGlite keeps its files in IndexedDB, under this name.
    const databases = await globalThis.indexedDB?.databases().catch(() => undefined)
    return databases?.some((database) => database.name?.startsWith(`/pglite/${name}.`)) === true
  }
}
