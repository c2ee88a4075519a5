import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** So often it is looked whether the server is there: a signal to a process that does nothing. */
const LOOK_MS = 500

/** Between tries to start a server that cannot start, at most. */
const RETRY_MAX_MS = 30_000

/** Told what befell the embedded server: a sentence, and the cause where there is one. */
export type OnServerEvent = (text: string, cause?: unknown) => void

interface KeeperOptions {
  /** The cluster's folder. */
  data: string
  isRunning(): Promise<boolean>
  /**
   * Starts it unless another process has.
   * @returns whether it did.
   * @throws when it does not come up, in words for a person.
   */
  start(signal: AbortSignal): Promise<boolean>
  onEvent: OnServerEvent
}

/**
 * Starts the server again when it died (`kill -9`, out of memory, a full disk), in any process that is
 * attached. Who stopped it in order meant it, and is not contradicted.
 * @returns ends the watch, which is to be done before the server is told to stop.
 */
export function keepRunning({ data, isRunning, start, onEvent }: KeeperOptions) {
  const closing = new AbortController()
  const { signal } = closing
  const watch = async () => {
    let waitMs = LOOK_MS
    while (await passes(waitMs, signal)) {
      if ((await isRunning()) || (await isShutDown(data))) {
        waitMs = LOOK_MS
        continue
      }
      try {
        const isOurs = await start(signal)
        waitMs = LOOK_MS
        if (isOurs) onEvent('The database server had ended and is started again.')
      } catch (error) {
        if (signal.aborted) return
        waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)
        const seconds = Math.ceil(waitMs / 1000)
        onEvent(`The database server is not running; the next try is in ${seconds} s.`, error)
      }
    }
  }
  const watching = watch()
  return async () => {
    closing.abort()
    await watching
  }
}

/** @returns whether the time passed before the watch ended. */
function passes(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal, ref: false }).catch(() => false)
}

/** Where the cluster's state stands in its control file, since PostgreSQL 8: after four other numbers. */
const STATE_OFFSET = 16
/** `DB_SHUTDOWNED` of `pg_control.h`; what died is left in another one. */
const SHUT_DOWN = 1

/** Whether the server was ended in order, so that nothing is to be recovered; or is gone altogether. */
async function isShutDown(data: string): Promise<boolean> {
  const file = await open(join(data, 'global', 'pg_control')).catch(() => undefined)
  if (!file) return true
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, STATE_OFFSET)
    return buffer.readUInt32LE() === SHUT_DOWN
  } finally {
    await file.close()
  }
}
