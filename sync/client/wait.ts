/**
 * Lets the event loop handle all that is queued first: a tab's message, a server's answer. Such a message
 * takes several tasks on its way through this thread, and one of a port in the same thread overtakes it.
 */
export function nextTask(): Promise<void> {
  const nothing = () => undefined
  if (globalThis.scheduler) return scheduler.postTask(nothing, { priority: 'background' })
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
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done)
  })
}
