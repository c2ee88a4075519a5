import { reportFault } from '#sync/client/report-fault.ts'

/** Pause before the fallback's code is fetched again. */
const CODE_RETRY_MS = 5_000

export interface Fallback {
  start(): void
  /** Starts it after a pause, unless it is stopped until then. */
  startIn(pauseMs: number): void
  /** Ends it at once, or before it has begun: no edit goes to it any more. */
  stop(): void
}

/** The device without a database, whose code is fetched when it is needed. */
export function fallbackDevice(userId: string): Fallback {
  let running: { end(): void } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function startIn(pauseMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(start, pauseMs)
  }

  function start(): void {
    clearTimeout(timer)
    running ??= run()
  }

  function run(): { end(): void } {
    let isOver = false
    let endDevice: (() => void) | undefined
    import('./server-device.ts')
      // After a sign-out the wipe has deleted the outbox, and must not find it made anew.
      .then(({ runServerDevice }) => (isOver ? undefined : runServerDevice(userId)))
      .then((end) => {
        endDevice = end
        if (isOver) end?.()
      })
      .catch((fault) => {
        reportFault(fault)
        if (isOver) return
        running = undefined
        startIn(CODE_RETRY_MS)
      })
    return {
      end() {
        isOver = true
        endDevice?.()
      },
    }
  }

  function stop(): void {
    clearTimeout(timer)
    running?.end()
    running = undefined
  }

  return { start, startIn, stop }
}
