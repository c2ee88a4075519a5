import { hasDatabase } from '#sync/client/disk/has-database.ts'
import { type DeviceWorker, startDeviceWorker } from './device-worker.ts'
import { fallbackDevice } from './fallback.ts'
import type { Lead } from './leadership.ts'
import type { WorkerStart } from './replica-worker.ts'

/** How long an existing database may take to open before the server answers in its place. */
const OPENING_MS = 1_500

/**
 * Pauses before a device that could not be opened is tried again: its files may have failed to download.
 * Where PGlite cannot run, the last attempt fails too.
 */
const RETRY_MS = [30_000, 120_000, 600_000]

/**
 * Runs the user's device for all of their tabs, in a worker of this one. While the database is
 * being made, and for good where PGlite cannot run, a fallback device without one answers from the
 * server. A device that cannot be opened is tried again, after a while and once there is a network.
 * Rows that cannot be read or written are fetched again into another database, once; a database that
 * holds remains of removed rows is copied into another. The outbox is kept apart.
 * @param start when the worker may start, by default at once: before, at most the fallback answers.
 * @returns a function that ends it at once.
 */
export function runDevice(userId: string, lead: Lead, start?: Promise<void>): () => void {
  const fallback = fallbackDevice(userId)
  let worker: DeviceWorker | undefined
  let isOver = false
  let isOpened = false
  let isUnable = false
  let tries = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function startWorker({ isAnew }: Pick<WorkerStart, 'isAnew'>): void {
    const started = startDeviceWorker({ userId, lead, isAnew }, (report) => {
      if (isOver) return
      if (report === 'unable') return unable()
      if (report === 'broken') return isAnew ? fallBack() : restart({ isAnew: true })
      if (report === 'remains' || report === 'hangs') return restart({ isAnew: false })
      isOpened = true
      tries = 0
      // The fallback stops first, so that no two devices run the same edit or read different states of
      // the rows.
      fallback.stop()
      started.takeOver()
    })
    worker = started
  }

  function fallBack(): void {
    worker?.end()
    isOpened = false
    fallback.start()
  }

  function restart(start: Pick<WorkerStart, 'isAnew'>): void {
    fallBack()
    startWorker(start)
  }

  function unable(): void {
    fallBack()
    isUnable = true
    const pause = RETRY_MS[tries++]
    if (pause !== undefined) retryTimer = setTimeout(retry, pause)
  }

  function retry(): void {
    if (!isUnable) return
    clearTimeout(retryTimer)
    isUnable = false
    startWorker({ isAnew: false })
  }

  function begin(): void {
    if (isOver) return
    try {
      startWorker({ isAnew: false })
    } catch {
      // The browser refuses to start workers.
      fallBack()
    }
  }

  void hasDatabase(userId).then((exists) => {
    if (!exists && !isOpened && !isOver) fallback.start()
  })
  fallback.startIn(OPENING_MS)
  if (start) void start.then(begin)
  else begin()
  addEventListener('online', retry)
  return () => {
    isOver = true
    removeEventListener('online', retry)
    clearTimeout(retryTimer)
    worker?.end()
    fallback.stop()
  }
}
