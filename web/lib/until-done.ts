const PAUSE_FIRST_MS = 5_000
const PAUSE_MAX_MS = 60 * 60_000

/**
 * Retries in the background until an attempt succeeds: with growing delays, and when the network
 * returns.
 * @param attempt resolves with whether it succeeded.
 */
export async function untilDone(attempt: () => Promise<boolean>): Promise<void> {
  for (let pauseMs = PAUSE_FIRST_MS; !(await attempt()); ) {
    await pauseOrNetwork(pauseMs)
    pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)
  }
}

/** Resolves when the browser comes online, or after a pause. Without one it waits for the network alone. */
export function pauseOrNetwork(ms?: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = ms === undefined ? undefined : setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    addEventListener('online', done)
  })
}
