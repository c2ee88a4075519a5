/** How long a thread that is never idle yields to other tasks. */
const BUSY_MS = 50

/**
 * Lets the event loop handle all that is queued first: a tab's message, a server's answer. Such a message
 * takes several tasks on its way through this thread, and one of a port in the same thread overtakes it.
 */
export async function nextTask(): Promise<void> {
  if (!globalThis.scheduler) return portsTurn()
  const done = new AbortController()
  const idle = scheduler.postTask(() => undefined, { priority: 'background' })
  await Promise.race([idle, wait(BUSY_MS, done.signal)])
  done.abort()
}

/** Yields by a message of a port, in browsers without task priorities. */
function portsTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** Waits, in ms; a signal that aborts ends the waiting early. */
export const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  waitFor((done) => {
    const timer = setTimeout(done, ms)
    return () => clearTimeout(timer)
  }, signal)

/**
 * Waits for a callback; a signal that aborts ends the waiting early.
 * @param begin gets the callback, and returns a function that cleans up after the wait.
 */
export function waitFor(
  begin: (done: () => void) => (() => void) | undefined,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = begin(done)
    signal?.addEventListener('abort', done)
    function done() {
      end?.()
      signal?.removeEventListener('abort', done)
      resolve()
    }
  })
}
