import { BRAND } from '#sync/contract/brand.ts'
import { readStoredJson, store } from '#web/lib/local-storage.ts'

/** Ids of users who signed out here and whose data may still be on this device. */
const MARK = `${BRAND.toLowerCase()}.to_wipe`

/** One tab wipes at a time, so that none wipes rows made since the user returned. */
const LOCK = `${BRAND.toLowerCase()}.wipe`

/** How long to wait for the tab that is wiping, which may be suspended. */
const TURN_MS = 10_000

/** Marks a user's device for wiping until it is done: a suspended tab may hold it open. */
export function rememberWipe(userId: string): void {
  write([...new Set([...read(), userId])])
}

/** The user has returned: the data left here stays. */
export function cancelWipe(userId: string): void {
  write(read().filter((id) => id !== userId))
}

/** Whether a user's data on this device is marked for wiping. */
export function isWipePending(userId: string): boolean {
  return read().includes(userId)
}

/** The wipe under way, of the users who were marked when it began. */
let wiping: { userIds: string[]; isDone: Promise<boolean> } | undefined

/** Wipes every user marked for it. @returns whether all of their data is gone. */
export async function finishWipes(): Promise<boolean> {
  const userIds = read()
  if (userIds.length === 0) return true
  if (wiping && !userIds.every((id) => wiping?.userIds.includes(id))) {
    await wiping.isDone
    return finishWipes()
  }
  wiping ??= {
    userIds,
    isDone: finish(userIds).finally(() => {
      wiping = undefined
    }),
  }
  return wiping.isDone
}

async function finish(userIds: readonly string[]): Promise<boolean> {
  try {
    const { wipeDevice } = await import('#sync/client/disk/wipe.ts')
    await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(TURN_MS) }, async () => {
      // Another tab may have been first, or the user have returned.
      for (const userId of userIds.filter(isWipePending)) {
        if (await wipeDevice(userId).catch(() => false)) cancelWipe(userId)
      }
    })
  } catch {
    // The mark stays: the next visit tries again.
    return false
  }
  return !userIds.some(isWipePending)
}

/** None where the browser refuses storage: there is nothing to wipe either. */
function read(): string[] {
  const userIds = readStoredJson(MARK)
  return Array.isArray(userIds) ? userIds : []
}

function write(userIds: string[]): void {
  store(MARK, userIds.length === 0 ? null : JSON.stringify(userIds))
}
