import { reportFault } from '#sync/client/report-fault.ts'

/** Pause before the fallback's code is fetched again. */
const CODE_RETRY_MS = 5_000

export interface Fallback {
  start(): void
  /** Starts it after a pause, unless it is stopped until then. */
  startIn(pauseMs: number): void
  /** Resolves once no edit goes to it any more. */
  stop(): Promise<void>
}

/** The device without a database, whose code is fetched when it is needed. */
export function fallbackDevice(userId: string): Fallback {
  let isWanted = false
  let running: Promise<() => void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function startIn(pauseMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(start, pauseMs)
  }

  function start(): void {
    clearTimeout(timer)
    isWanted = true
    running ??= import('./server-device.ts')
      // After a sign-out the wipe has deleted the outbox, and must not find it made anew.
      .then(({ runServerDevice }) => (isWanted ? runServerDevice(userId) : () => undefined))
      .catch((fault) => {
        reportFault(fault)
        running = undefined
        if (isWanted) startIn(CODE_RETRY_MS)
        return () => undefined
      })
  }

  async function stop(): Promise<void> {
    clearTimeout(timer)
    isWanted = false
    const stopping = running
    running = undefined
    const end = await stopping
    end?.()
  }

  return { start, startIn, stop }
}
