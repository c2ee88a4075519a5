import { deleteDB } from 'idb'
import { openUserOutbox } from '#sync/client/outbox/open-user-outbox.ts'
import { retryFor } from '#sync/client/repeat.ts'
import type { DeviceMessage } from '#sync/client/tab/device-calls.ts'
import { wait } from '#sync/client/wait.ts'
import { deviceName } from './device-name.ts'

/**
 * How long tabs may take to close their databases: seconds on a busy device. What is left is deleted at
 * the next visit.
 */
const RELEASE_MS = 8_000

/** Counts the mutations of a user that the server does not have. */
export async function countUnsent(userId: string): Promise<number> {
  const outbox = await openUserOutbox(userId)
  try {
    const entries = await outbox.readAll()
    return entries.filter(({ state }) => state.kind !== 'applied').length
  } finally {
    await outbox.close()
  }
}

/**
 * Deletes a user's data from this device: rows, outbox, first paint, and the key that sealed them
 * and the revealed contacts. Their tabs close it first.
 * @returns whether all of it is gone.
 */
export async function wipeDevice(userId: string): Promise<boolean> {
  const name = deviceName(userId)
  const channel = new BroadcastChannel(name)
  channel.postMessage({ kind: 'closing' } satisfies DeviceMessage)
  channel.close()
  const isFilesGone = await retryFor(RELEASE_MS, () => removeFiles(name)).then(
    () => true,
    () => false,
  )
  for (const database of await databasesOf(name)) {
    // A database still open elsewhere is deleted once it is closed there.
    await Promise.race([deleteDB(database), wait(RELEASE_MS)])
  }
  return isFilesGone && (await databasesOf(name)).length === 0
}

/** Rejects while a tab has files of the folder open. */
async function removeFiles(name: string): Promise<void> {
  try {
    const root = await navigator.storage.getDirectory()
    await root.removeEntry(name, { recursive: true })
  } catch (error) {
    const code = error instanceof DOMException ? error.name : ''
    // A browser without private files holds none of ours.
    const isGone =
      code === 'NotFoundError' || code === 'SecurityError' || !navigator.storage?.getDirectory
    if (!isGone) throw error
  }
}

async function databasesOf(name: string): Promise<string[]> {
  const databases = await indexedDB.databases()
  return databases.flatMap((database) => (database.name?.includes(name) ? [database.name] : []))
}
