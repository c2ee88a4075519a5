import { deviceKey } from '#sync/client/disk/device-key.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { openIndexedDbOutbox } from './indexed-db-outbox.ts'
import type { OutboxStore } from './outbox-store.ts'

/**
 * Opens the user's outbox on this device, sealed under the device's key.
 * @param signal after an abort nothing is created, so that a sign-out wipe stays complete.
 */
export async function openUserOutbox(userId: string, signal?: AbortSignal): Promise<OutboxStore> {
  const key = await deviceKey(userId, signal)
  signal?.throwIfAborted()
  return openIndexedDbOutbox(`${deviceName(userId)}.outbox`, key)
}
