import { wait } from './wait.ts'

/** Pause between two attempts of `retryFor`. */
const RETRY_PAUSE_MS = 50

/** Repeats an operation that fails, for so many ms. @throws the last error. */
export async function retryFor<T>(ms: number, attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > end) throw error
      await wait(RETRY_PAUSE_MS)
    }
  }
}

/**
 * Repeats a step until the signal.
 * @param step gets a promise that resolves once the loop is woken, and awaits it where nothing is to be
 *   done. A wake during the step is not lost.
 * @returns `wake`, and when the loop has ended after the signal.
 */
export function wakeLoop(
  step: (woken: Promise<void>) => Promise<void>,
  signal: AbortSignal,
): { wake: () => void; ended: Promise<void> } {
  let wake = () => {}

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      await step(woken)
    }
  }

  signal.addEventListener('abort', () => wake())
  return { ended: run(), wake: () => wake() }
}
