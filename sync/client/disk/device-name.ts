import { BRAND } from '#sync/contract/brand.ts'

/** Prefix of the names of a user's databases, locks and channels on this device. */
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
