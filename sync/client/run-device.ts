import type { Lead } from './leadership.ts'
import type { WorkerNews, WorkerStart } from './replica-worker.ts'

/**
 * Runs the user's device for all of their tabs, in a worker of this one; where PGlite cannot run at
 * all, without it: what the tabs read is then asked of the server.
 * @returns what ends it at once.
 */
export function runDevice(userId: string, lead: Lead): () => void {
  let isOver = false
  let stop = () => {}

  async function runWithoutRows(): Promise<void> {
    stop()
    stop = () => {}
    const { runServerDevice } = await import('./server-device.ts')
    const end = await runServerDevice(userId)
    if (isOver) end()
    else stop = end
  }

  function runWorker(): void {
    const worker = new Worker(new URL('./replica-worker.ts', import.meta.url), { type: 'module' })
    stop = () => worker.terminate()
    worker.onmessage = ({ data }: MessageEvent<WorkerNews>) => {
      if (data.kind === 'unable') void runWithoutRows()
    }
    // Its script did not load, or a fault nobody caught.
    worker.onerror = () => void runWithoutRows()
    worker.postMessage({ userId, lead } satisfies WorkerStart)
  }

  try {
    runWorker()
  } catch {
    void runWithoutRows()
  }
  return () => {
    isOver = true
    stop()
  }
}
