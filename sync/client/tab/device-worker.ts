import type { WorkerCommand, WorkerMessage, WorkerStart } from './replica-worker.ts'

/** How often an open worker is pinged. */
const PING_INTERVAL_MS = 5_000

/** Unanswered pings after which the worker is taken to hang: many rows keep it busy for seconds. */
const UNANSWERED_MAX = 4

/** What a worker reports about its device, or `hangs`, which a worker cannot report itself. */
export type WorkerReport = Exclude<WorkerMessage['kind'], 'pong'> | 'hangs'

export interface DeviceWorker {
  /** Lets the worker's device answer calls, after the fallback has stopped. */
  takeOver(): void
  /** Ends the worker at once. */
  end(): void
}

/** Starts a worker that opens the device, and watches it. */
export function startDeviceWorker(
  start: WorkerStart,
  onReport: (report: WorkerReport) => void,
): DeviceWorker {
  const worker = new Worker(new URL('./replica-worker.ts', import.meta.url), { type: 'module' })
  const command = (kind: WorkerCommand) => worker.postMessage(kind)
  let isOpened = false
  let unanswered = 0
  // Pings are counted instead of timed, because a tab that slept has sent none.
  const watch = setInterval(() => {
    if (!isOpened) return
    if (unanswered >= UNANSWERED_MAX) return onReport('hangs')
    unanswered += 1
    command('ping')
  }, PING_INTERVAL_MS)
  worker.onmessage = ({ data: { kind } }: MessageEvent<WorkerMessage>) => {
    unanswered = 0
    if (kind === 'pong') return
    if (kind === 'opened') isOpened = true
    onReport(kind)
  }
  // The worker's script could not be loaded; once it runs, it reports its errors itself.
  worker.onerror = () => {
    if (!isOpened) onReport('unable')
  }
  worker.postMessage(start)
  return {
    takeOver: () => command('take over'),
    end() {
      clearInterval(watch)
      worker.terminate()
    },
  }
}
