import { BRAND } from '#sync/contract/brand.ts'

/** Ids of those who signed out here, and of whom something may still be on this device. */
const MARK = `${BRAND.toLowerCase()}.to_wipe`

/** One tab wipes at a time: what another has made meanwhile, for who is back, is not wiped. */
const LOCK = `${BRAND.toLowerCase()}.wipe`

/** How long the tab that wipes is waited for. It may sleep. */
const TURN_MS = 10_000

/** Remembers that a device is to be wiped, until it is done: a tab that sleeps may be in the way. */
export function rememberWipe(userId: string): void {
  write([...new Set([...read(), userId])])
}

/** The user is back: what is left here is theirs again. */
export function cancelWipe(userId: string): void {
  write(read().filter((id) => id !== userId))
}

/** Whether what the device has of a user is about to go. */
export function isToBeWiped(userId: string): boolean {
  return read().includes(userId)
}

let finishing: Promise<boolean> | undefined

/** Takes everything off this device that is still to go. @returns whether all of it is gone. */
export async function finishWipes(): Promise<boolean> {
  if (read().length === 0) return true
  finishing ??= finish().finally(() => {
    finishing = undefined
  })
  return finishing
}

async function finish(): Promise<boolean> {
  try {
    const { wipeDevice } = await import('#sync/client/disk/wipe.ts')
    await navigator.locks.request(LOCK, { signal: AbortSignal.timeout(TURN_MS) }, async () => {
      for (const userId of read()) {
        if (await wipeDevice(userId).catch(() => false)) cancelWipe(userId)
      }
    })
  } catch {
    // The mark stays: the next visit tries again.
    return false
  }
  return read().length === 0
}

function read(): string[] {
  try {
    return JSON.parse(localStorage.getItem(MARK) ?? '[]')
  } catch {
    // Where storage is refused nothing is kept.
    return []
  }
}

function write(userIds: string[]): void {
  try {
    if (userIds.length === 0) localStorage.removeItem(MARK)
    else localStorage.setItem(MARK, JSON.stringify(userIds))
  } catch {
    // As above.
    return
  }
}
