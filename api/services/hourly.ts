import type { Logger } from 'pino'
import type { Sql } from '../../db/client.ts'

const HOUR_MS = 3_600_000

interface Job {
  /** What processes of all releases know it by: one that runs it keeps the others from it. */
  name: string
  run(): Promise<unknown>
  /** What the log says of a run that fails; the next one is an hour later all the same. */
  failure: string
}

/**
 * Runs a job now and every hour, unless another process is at it.
 * @returns stops it.
 */
export function hourly({ sql, log }: { sql: Sql; log: Logger }, job: Job): () => void {
  let isStopped = false
  const run = () => {
    runAlone(sql, job).catch((err: unknown) => {
      // Stopped half-way it fails for want of a database, and goes on after the next start.
      if (!isStopped) log.error({ err }, job.failure)
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

/** The lock is the session's: it goes with the process, and no transaction is open for hours. */
async function runAlone(sql: Sql, { name, run }: Job): Promise<void> {
  const session = await sql.reserve()
  try {
    const [lock] = await session<{ isTaken: boolean }[]>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as "isTaken"`
    if (!lock?.isTaken) return
    try {
      await run()
    } finally {
      await session`select pg_advisory_unlock(hashtextextended(${name}, 0))`
    }
  } finally {
    session.release()
  }
}
