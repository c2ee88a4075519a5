import { deleteDB } from 'idb'
import { openUserOutbox } from '#sync/client/outbox/open-user-outbox.ts'
import type { DeviceMessage } from '#sync/client/tab/device-calls.ts'
import { wait } from '#sync/client/wait.ts'
import { deviceName } from './device-name.ts'

/** How long tabs may take to close their databases: on a busy device seconds, and what is left stays till later. */
const RELEASE_MS = 8_000

/** Mutations of a user that the server does not have. */
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
  const isFilesGone = await until(() => removeFiles(name))
  for (const database of await databasesOf(name)) {
    // A database still open elsewhere is deleted once it is closed there.
    await Promise.race([deleteDB(database), wait(RELEASE_MS)])
  }
  return isFilesGone && (await databasesOf(name)).length === 0
}

/** @returns whether the folder is gone. */
async function removeFiles(name: string): Promise<boolean> {
  try {
    const root = await navigator.storage.getDirectory()
    await root.removeEntry(name, { recursive: true })
    return true
  } catch (fault) {
    const code = fault instanceof DOMException ? fault.name : ''
    // A browser without private files holds none of ours.
    return code === 'NotFoundError' || code === 'SecurityError' || !navigator.storage?.getDirectory
  }
}

async function databasesOf(name: string): Promise<string[]> {
  const databases = await indexedDB.databases()
  return databases.flatMap((database) => (database.name?.includes(name) ? [database.name] : []))
}

async function until(isDone: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + RELEASE_MS
  while (!(await isDone())) {
    if (performance.now() > end) return false
    await wait(50)
  }
  return true
}
