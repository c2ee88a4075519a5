import { deviceKey } from '#sync/client/disk/device-key.ts'
import { deviceName } from '#sync/client/disk/device-name.ts'
import { openIndexedDbOutbox } from './indexed-db-outbox.ts'
import type { OutboxStore } from './outbox-store.ts'

/** The user's outbox on this device, sealed under the device's key. */
export async function openUserOutbox(userId: string): Promise<OutboxStore> {
  return openIndexedDbOutbox(`${deviceName(userId)}.outbox`, await deviceKey(userId))
}
