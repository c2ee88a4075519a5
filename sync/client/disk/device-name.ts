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

/** Whether the private files of this browser hold a database of the user, whole or not. */
export async function hasDatabase(userId: string): Promise<boolean> {
  try {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(deviceName(userId))
    for await (const name of folder.keys()) if (isDatabaseFolder(name)) return true
    return false
  } catch {
    // No folder, or a browser without private files.
    return false
  }
}
