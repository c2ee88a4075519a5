/**
 * Reads of the public directory (rows of a page, profiles) from a physical replica of the database.
 *
 * A replica is behind, and must not show whom the primary has removed. Two rules keep it from that:
 * - It is asked only while it is known to have had all that the primary had a second ago: the end of
 *   the primary's log is noted every fifth of a second, and compared with how far the replica is.
 * - A NOTIFY comes with each removal of people. From then on it is not asked until it has reached an end
 *   of the log that was noted after the notice.
 * While it is away, or not asked, the primary answers.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Metrics } from '#api/services/metrics/metrics.ts'
import { connect, type Queryable, type Sql } from '#db/client.ts'
import { REMOVED_CHANNEL } from '#db/schema/candidates.ts'

const BEHIND_MAX_MS = 1_000
const LOOK_MS = 200
/** A query of the directory takes milliseconds: after so long the replica's machine is gone. */
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
  /** The replica, and how many connections are held to it. */
  url: string
  max: number
  log: Logger
  metrics: Pick<Metrics, 'directoryRead'>
}

/** Where the primary's log ended at a time, by this process's clock. */
interface Noted {
  at: number
  lsn: bigint
}

/**
 * Begins to follow the replica. One that is away is no fault, now as later.
 * @throws in words for the operator: the URL names something else than a replica of this database.
 */
export async function openReadReplica(options: ReadReplicaOptions): Promise<ReadReplica> {
  const { sql, url, max, log, metrics } = options
  let replica = connect(url, { max })
  let noted: Noted[] = []
  /** The replica has all that the primary had then. */
  let currentAsOf = Number.NEGATIVE_INFINITY
  let removedAt = Number.NEGATIVE_INFINITY
  let wasCurrent = true
  const closing = new AbortController()

  const isCurrent = () => currentAsOf > removedAt && performance.now() - currentAsOf < BEHIND_MAX_MS

  /** Connections to a machine that is gone never end by themselves. */
  const drop = () => {
    currentAsOf = Number.NEGATIVE_INFINITY
    const dropped = replica
    replica = connect(url, { max })
    // The server may be gone before.
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
      // Null once it was promoted: it is no replica of this database any more.
      const [reached] = await inTime(asked<{ lsn: string | null }[]>`
        select (pg_last_wal_replay_lsn() - '0/0')::text as lsn where pg_is_in_recovery()`)
      if (typeof reached?.lsn !== 'string') return
      const replayed = BigInt(reached.lsn)
      const newest = noted.findLast(({ lsn }) => lsn <= replayed)
      if (newest) currentAsOf = newest.at
    } catch (error) {
      if (asked === replica) drop()
      log.debug({ err: error }, 'The read replica does not answer')
    }
  }

  const follow = async () => {
    while (!closing.signal.aborted) {
      // The primary is away: so are all other queries, and they say so.
      await look().catch((err: unknown) => log.debug({ err }, 'The primary does not answer'))
      if (isCurrent() !== wasCurrent) {
        wasCurrent = !wasCurrent
        if (wasCurrent) log.info('The read replica answers for the directory')
        else log.warn('The read replica is away or behind: the primary answers')
      }
      // Rejects on closing, which ends the loop.
      await sleep(LOOK_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }

  await refuseOthers(sql, replica, log)
  const removed = () => {
    removedAt = performance.now()
  }
  // Also whenever LISTEN begins again: notices in between are lost.
  const { unlisten } = await sql.listen(REMOVED_CHANNEL, removed, removed)
  await look().catch((err: unknown) => log.debug({ err }, 'The primary does not answer'))
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
          // It also cancels queries that hold up what it replays. A fault of the query's own is the
          // primary's to tell.
          if (asked === replica) drop()
          log.debug({ err: error }, 'The read replica does not answer')
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

/** @throws where the address answers, and is not a replica of this database. */
async function refuseOthers(sql: Sql, replica: Sql, log: Logger): Promise<void> {
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
    // The password is wrong; there is no such role or database.
    if (['28P01', '28000', '3D000'].includes(String(code))) {
      throw new Error(`DATABASE_READ_URL: ${(error as Error).message}`, { cause: error })
    }
    log.warn({ err: error }, 'The read replica does not answer')
    return
  }
  if (told?.identity !== primary?.identity) {
    throw new Error('DATABASE_READ_URL: is not a replica of the database that DATABASE_URL names.')
  }
  if (!told?.isReplica) {
    throw new Error('DATABASE_READ_URL: names a server that is no replica, but takes writes.')
  }
}
