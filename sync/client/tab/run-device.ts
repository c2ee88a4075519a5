import { hasDatabase } from '#sync/client/disk/has-database.ts'
import { reportFault } from '#sync/client/report-fault.ts'
import type { Lead } from './leadership.ts'
import type { WorkerCommand, WorkerMessage, WorkerStart } from './replica-worker.ts'

/** How long an existing database may take to open before the server answers in its place. */
const OPENING_MS = 1_500

/** An open worker is pinged this often. */
const PING_INTERVAL_MS = 5_000

/** Unanswered pings after which the worker is taken to hang: many rows keep it busy for seconds. */
const UNANSWERED_MAX = 4

/**
 * Pauses before a device that could not be opened is tried again: its files may not have come, for want
 * of a network. Where PGlite cannot run, the last try is the end of it.
 */
const RETRY_MS = [30_000, 120_000, 600_000]

/** Pause before the fallback's code is fetched again. */
const FALLBACK_RETRY_MS = 5_000

/**
 * Runs the user's device for all of their tabs, in a worker of this one. While the database is
 * being made, and for good where PGlite cannot run, a fallback device without one answers from the
 * server. A device that cannot be opened is tried again, after a while and once there is a network.
 * Rows that cannot be read or written are fetched again into another database, once; a database that
 * holds remains of removed rows is copied into another. The outbox is kept apart.
 * @returns a function that ends it at once.
 */
export function runDevice(userId: string, lead: Lead): () => void {
  let isOver = false
  let isOpened = false
  let stopWorker = () => {}
  let fallback: Promise<() => void> | undefined
  let isUnable = false
  let tries = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function startFallback(): void {
    if (isOver || isOpened) return
    fallback ??= import('./server-device.ts')
      .then(({ runServerDevice }) => (isOver ? () => undefined : runServerDevice(userId)))
      .catch((fault) => {
        reportFault(fault)
        fallback = undefined
        clearTimeout(fallbackTimer)
        fallbackTimer = setTimeout(startFallback, FALLBACK_RETRY_MS)
        return () => undefined
      })
  }

  async function stopFallback(): Promise<void> {
    const stopping = fallback
    fallback = undefined
    const stop = await stopping
    stop?.()
  }

  function fallBack(): void {
    clearTimeout(fallbackTimer)
    stopWorker()
    isOpened = false
    startFallback()
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

  function startWorker({ isAnew }: Pick<WorkerStart, 'isAnew'>): void {
    const worker = new Worker(new URL('./replica-worker.ts', import.meta.url), { type: 'module' })
    const command = (kind: WorkerCommand) => worker.postMessage(kind)
    let unanswered = 0
    // Pings are counted, not timed: a tab that slept has sent none.
    const watch = setInterval(() => {
      if (!isOpened) return
      if (unanswered >= UNANSWERED_MAX) return restart({ isAnew: false })
      unanswered += 1
      command('answer')
    }, PING_INTERVAL_MS)
    stopWorker = () => {
      clearInterval(watch)
      worker.terminate()
    }
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      unanswered = 0
      if (data.kind === 'unable') return unable()
      if (data.kind === 'broken') return isAnew ? fallBack() : restart({ isAnew: true })
      if (data.kind === 'remains') return restart({ isAnew: false })
      if (data.kind === 'here') return
      isOpened = true
      tries = 0
      // Edits the fallback accepted after the worker read the outbox are missing from its tables,
      // and the status the fallback sent last no longer holds.
      void stopFallback().then(() => command('take over'))
    }
    // The worker's script did not load; once it runs, it reports its faults itself.
    worker.onerror = () => {
      if (!isOpened) unable()
    }
    worker.postMessage({ userId, lead, isAnew } satisfies WorkerStart)
  }

  function restart(start: Pick<WorkerStart, 'isAnew'>): void {
    fallBack()
    startWorker(start)
  }

  let fallbackTimer = setTimeout(startFallback, OPENING_MS)
  void hasDatabase(userId).then((exists) => {
    if (!exists) startFallback()
  })
  try {
    startWorker({ isAnew: false })
  } catch {
    // The browser refuses to start workers.
    fallBack()
  }
  addEventListener('online', retry)
  return () => {
    isOver = true
    removeEventListener('online', retry)
    clearTimeout(retryTimer)
    clearTimeout(fallbackTimer)
    stopWorker()
    void stopFallback()
  }
}
