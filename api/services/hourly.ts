import type { Logger } from 'pino'

const HOUR_MS = 3_600_000

/**
 * Runs a job now and every hour.
 * @param failure what the log says of a run that fails; the next one is an hour later all the same.
 * @returns stops it.
 */
export function hourly(job: () => Promise<unknown>, log: Logger, failure: string): () => void {
  let isStopped = false
  const run = () => {
    job().catch((err: unknown) => {
      // Stopped half-way it fails for want of a database, and goes on after the next start.
      if (!isStopped) log.error({ err }, failure)
    })
  }
  run()
  const timer = setInterval(run, HOUR_MS)
  timer.unref()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
