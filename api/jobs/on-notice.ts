import type { Logger } from 'pino'
import type { Sql } from '#db/client.ts'
import { endOf } from './end-of.ts'

interface NoticedJob {
  /** Named in the log when a run fails. */
  name: string
  /** The channel of the NOTIFY that runs the job, in every process. */
  channel: string
  /** Runs in several processes at once, so it must do its work only once. */
  run(): Promise<unknown>
}

/**
 * Runs a job at each notice of the database, one after the other.
 * @returns stops the job, and waits for a run under way.
 */
export function onNotice(
  { sql, log }: { sql: Sql; log: Logger },
  { name, channel, run }: NoticedJob,
): () => Promise<void> {
  const logFailure = (err: unknown) => log.error({ err, job: name }, 'A job failed')
  let isStopped = false
  let running: Promise<unknown> = Promise.resolve()
  const listening = sql.listen(channel, () => {
    running = running
      .then(() => (isStopped ? undefined : run()))
      .catch((err: unknown) => {
        if (!isStopped) logFailure(err)
      })
  })
  listening.catch(logFailure)
  return async () => {
    isStopped = true
    // A failure to listen is logged above.
    await listening.then(({ unlisten }) => unlisten()).catch(() => undefined)
    await endOf(running)
  }
}
