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
 * Runs the user's device for all of their tabs, in a worker of this one. While the database is
 * being made, and for good where PGlite cannot run, a fallback device without one answers from the
 * server. Rows that cannot be read or written are fetched again into another database, once; so is
 * one copied that holds remains of removed rows. The outbox is kept apart.
 * @returns a function that ends it at once.
 */
export function runDevice(userId: string, lead: Lead): () => void {
  let isOver = false
  let isOpened = false
  let stopWorker = () => {}
  let fallback: Promise<() => void> | undefined

  function startFallback(): void {
    if (isOver || isOpened) return
    fallback ??= import('./server-device.ts')
      .then(({ runServerDevice }) => runServerDevice(userId))
      .catch((fault) => {
        reportFault(fault)
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
      if (data.kind === 'unable') return fallBack()
      if (data.kind === 'broken') return isAnew ? fallBack() : restart({ isAnew: true })
      if (data.kind === 'remains') return restart({ isAnew: false })
      if (data.kind === 'here') return
      isOpened = true
      // Edits the fallback accepted after the worker read the outbox are missing from its tables,
      // and the status the fallback sent last no longer holds.
      void stopFallback().then(() => command('take over'))
    }
    // The worker's script did not load; once it runs, it reports its faults itself.
    worker.onerror = () => {
      if (!isOpened) fallBack()
    }
    worker.postMessage({ userId, lead, isAnew } satisfies WorkerStart)
  }

  function restart(start: Pick<WorkerStart, 'isAnew'>): void {
    fallBack()
    startWorker(start)
  }

  const fallbackTimer = setTimeout(startFallback, OPENING_MS)
  void hasDatabase(userId).then((exists) => {
    if (!exists) startFallback()
  })
  try {
    startWorker({ isAnew: false })
  } catch {
    // The browser refuses to start workers.
    fallBack()
  }
  return () => {
    isOver = true
    clearTimeout(fallbackTimer)
    stopWorker()
    void stopFallback()
  }
}
