import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Sql } from '#db/client.ts'

const HOUR_MS = 3_600_000

/** A run under way when the process stops has so long to end; cut off, it goes on after the next start. */
const END_MS = 2_000

interface Job {
  /** What processes of all releases know it by: one that runs it keeps the others from it. */
  name: string
  run(): Promise<unknown>
  /** What the log says of a run that fails; the next one is an hour later all the same. */
  failure: string
}

/**
 * Runs a job now and every hour, unless another process is at it.
 * @returns stops it, and waits for a run under way.
 */
export function hourly({ sql, log }: { sql: Sql; log: Logger }, job: Job): () => Promise<void> {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = runAlone(sql, job).catch((err: unknown) => {
      // Cut off it fails for want of a database.
      if (!isStopped) log.error({ err }, job.failure)
    })
  }
  run()
  const timer = setInterval(run, HOUR_MS)
  timer.unref()
  return async () => {
    isStopped = true
    clearInterval(timer)
    await Promise.race([running, sleep(END_MS, undefined, { ref: false })])
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
