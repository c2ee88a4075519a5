import { reportFault } from '#sync/client/report-fault.ts'
import type { Lead } from './leadership.ts'
import type { WorkerNews, WorkerOrder, WorkerStart } from './replica-worker.ts'

/** How long an open database takes; the first time it takes many times that. */
const OPENING_MS = 1_500

/** An open worker is asked this often whether it is there. */
const ASK_EVERY_MS = 5_000

/** Questions without an answer after which it is taken to hang: many rows keep it busy for seconds. */
const UNANSWERED_MAX = 4

/**
 * Runs the user's device for all of their tabs, in a worker of this one. While its database is being
 * made, and for good where PGlite cannot run, a device without one answers: it asks the server. Rows
 * that cannot be read or written are fetched again into another database, once; unsent work is not
 * in it.
 * @returns what ends it at once.
 */
export function runDevice(userId: string, lead: Lead): () => void {
  let isOver = false
  let isOpened = false
  let stopWorker = () => {}
  let standIn: Promise<() => void> | undefined

  function startStandIn(): void {
    if (isOver || isOpened) return
    standIn ??= import('./server-device.ts')
      .then(({ runServerDevice }) => runServerDevice(userId))
      .catch((fault) => {
        reportFault(fault)
        return () => undefined
      })
  }

  async function stopStandIn(): Promise<void> {
    const stopping = standIn
    standIn = undefined
    const stop = await stopping
    stop?.()
  }

  function giveUp(): void {
    clearTimeout(patience)
    stopWorker()
    isOpened = false
    startStandIn()
  }

  function startWorker({ isAnew }: Pick<WorkerStart, 'isAnew'>): void {
    const worker = new Worker(new URL('./replica-worker.ts', import.meta.url), { type: 'module' })
    const order = (kind: WorkerOrder) => worker.postMessage(kind)
    let unanswered = 0
    // Counted, not timed: a tab that slept has not asked.
    const watch = setInterval(() => {
      if (!isOpened) return
      if (unanswered >= UNANSWERED_MAX) return restart({ isAnew: false })
      unanswered += 1
      order('answer')
    }, ASK_EVERY_MS)
    stopWorker = () => {
      clearInterval(watch)
      worker.terminate()
    }
    worker.onmessage = ({ data }: MessageEvent<WorkerNews>) => {
      unanswered = 0
      if (data.kind === 'unable') return giveUp()
      if (data.kind === 'broken') return isAnew ? giveUp() : restart({ isAnew: true })
      if (data.kind === 'here') return
      isOpened = true
      // What it has acknowledged since the worker read the outbox is in nobody's rows, and what it
      // said last of its status is not so any more.
      void stopStandIn().then(() => order('take over'))
    }
    // Its script did not load. Once it runs, it deals with its faults itself.
    worker.onerror = () => {
      if (!isOpened) giveUp()
    }
    worker.postMessage({ userId, lead, isAnew } satisfies WorkerStart)
  }

  function restart(start: Pick<WorkerStart, 'isAnew'>): void {
    giveUp()
    startWorker(start)
  }

  const patience = setTimeout(startStandIn, OPENING_MS)
  try {
    startWorker({ isAnew: false })
  } catch {
    // The browser refuses workers.
    giveUp()
  }
  return () => {
    isOver = true
    clearTimeout(patience)
    stopWorker()
    void stopStandIn()
  }
}
