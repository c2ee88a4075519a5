import { reportFault } from '#sync/client/report-fault.ts'

/** Pause before the fallback's code is fetched again. */
const CODE_RETRY_MS = 5_000

export interface Fallback {
  start(): void
  /** Starts it after a pause, unless `stop` is called before. */
  startIn(pauseMs: number): void
  /** Stops it at once, also while it is starting: it accepts no edit any more. */
  stop(): void
}

/** The device without a database, whose code is fetched when it is needed. */
export function fallbackDevice(userId: string): Fallback {
  let running: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function startIn(pauseMs: number): void {
    clearTimeout(timer)
    timer = setTimeout(start, pauseMs)
  }

  function start(): void {
    clearTimeout(timer)
    running ??= run()
  }

  function run(): AbortController {
    const ending = new AbortController()
    const { signal } = ending
    import('./server-device.ts')
      .then(({ runServerDevice }) => runServerDevice(userId, signal))
      .catch((fault) => {
        if (signal.aborted) return
        reportFault(fault)
        running = undefined
        startIn(CODE_RETRY_MS)
      })
    return ending
  }

  function stop(): void {
    clearTimeout(timer)
    running?.abort()
    running = undefined
  }

  return { start, startIn, stop }
}
