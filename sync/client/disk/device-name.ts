import { BRAND } from '#sync/contract/brand.ts'

/** Prefix of all that a user has on this device: databases, locks, channels. */
export const deviceName = (userId: string) => `${BRAND.toLowerCase()}.${userId}`

/**
 * The user's folder among the browser's private files. Rejects where there are none, and where it would be
 * made after the signal.
 */
export async function userFolder(
  userId: string,
  signal?: AbortSignal,
): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  signal?.throwIfAborted()
  return root.getDirectoryHandle(deviceName(userId), { create: true })
}
