import type { Logger } from 'pino'
import type { Sql } from '#db/client.ts'
import { endOf } from './end-of.ts'

interface NoticedJob {
  /** The channel of NOTIFY whose notices run it, in every process. */
  channel: string
  /** Runs in several processes at once, and must do its work once. */
  run(): Promise<unknown>
  /** The log message of a failed run. */
  failure: string
}

/**
 * Runs a job at each notice of the database, one after the other.
 * @returns stops the job, and waits for a run under way.
 */
export function onNotice(
  { sql, log }: { sql: Sql; log: Logger },
  { channel, run, failure }: NoticedJob,
): () => Promise<void> {
  let isStopped = false
  let running: Promise<unknown> = Promise.resolve()
  const listening = sql.listen(channel, () => {
    running = running
      .then(() => (isStopped ? undefined : run()))
      .catch((err: unknown) => {
        if (!isStopped) log.error({ err }, failure)
      })
  })
  listening.catch((err: unknown) => log.error({ err }, failure))
  return async () => {
    isStopped = true
    // A failure to listen was logged above.
    await listening.then(({ unlisten }) => unlisten()).catch(() => undefined)
    await endOf(running)
  }
}
