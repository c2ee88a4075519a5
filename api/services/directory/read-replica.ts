/**
 * Reads of the public directory (rows of a page, profiles) from a physical replica of the database.
 *
 * A replica lags behind, and must not show people that the primary has removed. Two rules ensure
 * this:
 * - It is read only while it is known to have all changes that the primary had a second ago: the
 *   end of
 *   the primary's log is recorded every fifth of a second, and compared with the replica's position.
 * - Each removal of people sends a NOTIFY. From then on it is not read until it has reached an end
 *   of the log that was recorded after the notification.
 * While it is unreachable or not read, the primary is read.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Metrics } from '#api/services/metrics/metrics.ts'
import { connect, type Queryable, type Sql } from '#db/client.ts'
import { REMOVED_CHANNEL } from '#db/schema/candidates.ts'

const BEHIND_MAX_MS = 1_000
const LOOK_MS = 200
/**
 * The timeout of a query: one of the directory takes milliseconds, so the replica's machine is
 * unreachable.
 */
const ANSWER_MAX_MS = 2_000

/** Runs a query of the public directory. It may run twice, so it must change nothing. */
export type ReadDirectory = <T>(query: (sql: Queryable) => Promise<T>) => Promise<T>

export interface ReadReplica {
  read: ReadDirectory
  close(): Promise<void>
}

export interface ReadReplicaOptions {
  /** The primary. */
  sql: Sql
  /** The replica's address, and the number of connections to it. */
  url: string
  max: number
  log: Logger
  metrics: Pick<Metrics, 'directoryRead'>
}

/** The end of the primary's log at a time, by this process's clock. */
interface Noted {
  at: number
  lsn: bigint
}

/**
 * Begins to follow the replica. An unreachable replica is not an error, now or later.
 * @throws for the operator: the URL names something other than a replica of this database
 */
export async function openReadReplica(options: ReadReplicaOptions): Promise<ReadReplica> {
  const { sql, url, max, log, metrics } = options
  let replica = connect(url, { max })
  let noted: Noted[] = []
  /** The time up to which the replica has all changes of the primary. */
  let currentAsOf = Number.NEGATIVE_INFINITY
  let removedAt = Number.NEGATIVE_INFINITY
  let wasCurrent = true
  const closing = new AbortController()

  const isCurrent = () => currentAsOf > removedAt && performance.now() - currentAsOf < BEHIND_MAX_MS

  /** The connections are replaced: those to an unreachable machine never end by themselves. */
  const drop = () => {
    currentAsOf = Number.NEGATIVE_INFINITY
    const dropped = replica
    replica = connect(url, { max })
    // The server may already be unreachable.
    dropped.end({ timeout: 0 }).catch(() => undefined)
  }

  const look = async () => {
    const at = performance.now()
    const [end] = await sql<{ lsn: string }[]>`
      select (pg_current_wal_flush_lsn() - '0/0')::text as lsn`
    noted.push({ at, lsn: BigInt(end?.lsn ?? 0) })
    noted = noted.filter((place) => at - place.at < BEHIND_MAX_MS)
    const asked = replica
    try {
      // The position is null once the replica was promoted: it no longer follows this database.
      const [reached] = await inTime(asked<{ lsn: string | null }[]>`
        select (pg_last_wal_replay_lsn() - '0/0')::text as lsn where pg_is_in_recovery()`)
      if (typeof reached?.lsn !== 'string') return
      const replayed = BigInt(reached.lsn)
      const newest = noted.findLast(({ lsn }) => lsn <= replayed)
      if (newest) currentAsOf = newest.at
    } catch (error) {
      if (asked === replica) drop()
      log.debug({ err: error }, 'The read replica does not respond')
    }
  }

  const follow = async () => {
    while (!closing.signal.aborted) {
      // The primary is unreachable, which all other queries report.
      await look().catch((err: unknown) => log.debug({ err }, 'The primary does not respond'))
      if (isCurrent() !== wasCurrent) {
        wasCurrent = !wasCurrent
        if (wasCurrent) log.info('The directory is read from the replica')
        else log.warn('The read replica is unavailable or behind: the primary is read')
      }
      // The sleep rejects on closing, which ends the loop.
      await sleep(LOOK_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  await assertIsReplica(sql, replica, log)
  const removed = () => {
    removedAt = performance.now()
  }
  // Also called whenever LISTEN begins again: notifications in between are lost.
  const { unlisten } = await sql.listen(REMOVED_CHANNEL, removed, removed)
  await look().catch((err: unknown) => log.debug({ err }, 'The primary does not respond'))
  wasCurrent = isCurrent()
  const following = follow()

  return {
    async read(query) {
      if (isCurrent()) {
        const asked = replica
        try {
          const answer = await inTime(query(asked))
          metrics.directoryRead('replica')
          return answer
        } catch (error) {
          // The replica also cancels queries that delay its replay. The primary repeats the query,
          // and reports an error in the query itself.
          if (asked === replica) drop()
          log.debug({ err: error }, 'The read replica does not respond')
        }
      }
      metrics.directoryRead('primary')
      return query(sql)
    },
    async close() {
      closing.abort()
      await following
      await unlisten()
      await replica.end({ timeout: 1 })
    },
  }
}

async function inTime<T>(answer: PromiseLike<T>): Promise<T> {
  const late = sleep(ANSWER_MAX_MS, undefined, { ref: false }).then(() => {
    throw new Error('No answer in time.')
  })
  return Promise.race([answer, late])
}

/** @throws when the server at the address is not a replica of this database */
async function assertIsReplica(sql: Sql, replica: Sql, log: Logger): Promise<void> {
  const ask = async (server: Sql) => {
    const [told] = await inTime(server<{ isReplica: boolean; identity: string }[]>`
      select pg_is_in_recovery() as "isReplica",
        concat_ws('/', s.system_identifier, current_database()) as identity
      from pg_control_system() s`)
    return told
  }
  const primary = await ask(sql)
  let told: Awaited<ReturnType<typeof ask>>
  try {
    told = await ask(replica)
  } catch (error) {
    const { code } = error as { code?: unknown }
    // The password is wrong, or the role or the database does not exist.
    if (['28P01', '28000', '3D000'].includes(String(code))) {
      throw new Error(`DATABASE_READ_URL: ${(error as Error).message}`, { cause: error })
    }
    log.warn({ err: error }, 'The read replica does not respond')
    return
  }
  if (told?.identity !== primary?.identity) {
    throw new Error('DATABASE_READ_URL: is not a replica of the database that DATABASE_URL names.')
  }
  if (!told?.isReplica) {
    throw new Error('DATABASE_READ_URL: names a server that is no replica, but takes writes.')
  }
}
