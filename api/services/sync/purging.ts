import type { Logger } from 'pino'
import type { Sql } from '../../../db/client.ts'
import { purgeOwnedRows } from '../../../sync/server/purge.ts'

const HOUR_MS = 3_600_000

/** Purges what is past its time, now and every hour. @returns stops it. */
export function startPurging({ sql, log }: { sql: Sql; log: Logger }): () => void {
  let isStopped = false
  const run = () => {
    purgeOwnedRows(sql).catch((err: unknown) => {
      // Stopped half-way it fails for want of a database, and goes on after the next start.
      if (!isStopped) log.error({ err }, 'Owned rows could not be purged')
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
