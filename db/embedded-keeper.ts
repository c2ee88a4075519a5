import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** How often the server's process is checked, by signal 0. */
const CHECK_INTERVAL_MS = 500

/** The longest backoff between attempts to start a server that cannot start. */
const RETRY_MAX_MS = 30_000

/** Reports an event of the embedded server: a sentence, and its cause if any. */
export type OnServerEvent = (text: string, cause?: unknown) => void

interface KeeperOptions {
  /** The cluster's folder. */
  data: string
  isRunning(): Promise<boolean>
  /**
   * Starts the server unless another process has started it.
   * @returns whether this call started it
   * @throws for the operator, when the server does not start
   */
  start(signal: AbortSignal): Promise<boolean>
  onEvent: OnServerEvent
}

/**
 * Restarts the server when it died (`kill -9`, out of memory, a full disk), from any attached
 * process. A server that was shut down normally stays stopped.
 * @returns ends the watch; must be called before the server is told to stop
 */
export function keepRunning({ data, isRunning, start, onEvent }: KeeperOptions) {
  const closing = new AbortController()
  const { signal } = closing
  const watch = async () => {
    let waitMs = CHECK_INTERVAL_MS
    while (await sleepUnlessAborted(waitMs, signal)) {
      if ((await isRunning()) || (await isShutDown(data))) {
        waitMs = CHECK_INTERVAL_MS
        continue
      }
      try {
        const isOurs = await start(signal)
        waitMs = CHECK_INTERVAL_MS
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

/** @returns whether the time passed before the watch ended */
function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal, ref: false }).catch(() => false)
}

/**
 * The offset of the cluster's state in its control file since PostgreSQL 8, after four other
 * numbers.
 */
const STATE_OFFSET = 16
/** `DB_SHUTDOWNED` of `pg_control.h`; after a crash the state is another one. */
const SHUT_DOWN = 1

/** Whether the server was shut down normally, or its data folder is gone. */
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
