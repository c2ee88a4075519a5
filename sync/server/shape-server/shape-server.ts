/*
 * Electric's HTTP shape API (`protocol.ts`) over one database. A shape is a folder: a snapshot, and a log
 * of what was committed since. One replication stream feeds all of them; its slot, and an advisory lock
 * in the same session, let one process do it.
 *
 * - A snapshot begins between two transactions of the stream. `pg_current_snapshot()` says which are in
 *   it; it is taken again where a commit came with the stream before it was visible.
 * - Clients may have a change before it is on disk, for offsets come from the write-ahead log alone and
 *   what was not confirmed is sent again.
 * - A where clause is read by PostgreSQL's parser into a small tree; SQL is only ever written from that
 *   tree. Changes are judged in JavaScript where that is certain to agree with PostgreSQL, else by asking
 *   it. Shapes that want a value in a column are found by that value: a change costs what it concerns.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectAsText } from '#db/client.ts'
import { Mutex } from '#sync/server/mutex.ts'
import { errorAnswer, healthAnswer, notFound, optionsAnswer } from './answers.ts'
import { Applier } from './applier.ts'
import { Follower } from './follower.ts'
import { CHUNK_BYTES } from './protocol.ts'
import { SESSION_FORMAT } from './session-format.ts'
import { ShapeApi } from './shape-api.ts'
import { Shapes } from './shapes.ts'
import { explainStartFailure } from './start-failure.ts'

/** How long a request waits while the stream catches up, before it is told to retry. */
const STARTUP_TIMEOUT_MS = 5000

/** Snapshots run in parallel; testing changes must wait neither for them nor for checks. */
const SNAPSHOT_CONNECTIONS = 4
const CHECK_CONNECTIONS = 2
const JUDGE_CONNECTIONS = 1

/** Long enough for a table of many millions of rows. */
const SNAPSHOT_TIMEOUT = '10min'

/**
 * A where clause that takes longer to check is refused; one that takes longer for 500 rows is
 * dropped with its shape.
 */
const WHERE_TIMEOUT = '5s'

/** How often unused shapes, and those whose table changed, are dropped. */
const CLEANING_MS = 10_000

/** Uses PostgreSQL's default. */
const SILENCE_MS = 60_000

/** Which database the shape server follows, and where it keeps its shapes. */
export interface ShapeServerOptions {
  /** A database with `wal_level=logical`, and a role that may replicate and owns the tables served. */
  databaseUrl: string
  /**
   * A folder of its own for snapshots and logs; created if missing, safe to delete while nothing
   * runs.
   */
  dir: string
  log: Logger
  /** Whether `DELETE /v1/shape` drops a shape; for development and tests. */
  isDeleteAllowed?: boolean
  /** Answers end with the message that reaches this size. */
  chunkBytes?: number
  /**
   * Refuses an offset that no commit of the shape has, which Electric treats as the one before it. A
   * client has such an offset only after database and folder were restored together to an earlier state:
   * it would miss what was written in between.
   */
  refusesUnknownOffsets?: boolean
  /**
   * The connection counts as lost after so long without a message from the database. It must be more
   * than half of the database's `wal_sender_timeout`, for which PostgreSQL may work at a large
   * transaction without reading our messages.
   */
  silenceMs?: number
  /**
   * Called for each change that is sent to a live request that waited: the time since its commit in ms,
   * by the clocks of the database's machine and of this one.
   */
  onDelivery?: (ms: number) => void
}

/** Electric's HTTP shape API over one database, in this process. */
export interface ShapeServer {
  /** Answers `/v1/shape` and `/v1/health` as Electric would. */
  fetch(request: Request): Promise<Response>
  /** `waiting` for the process that serves this database to end; `starting` also after a lost connection. */
  readonly state: Follower['state']
  /**
   * Ends live requests and the stream; clients' handles and offsets stay valid for the next start.
   */
  close(): Promise<void>
}

/**
 * Opens the shape server. One process serves a database at a time; opened in another, it answers 503
 * until the first is gone, and then takes over.
 * @throws in words for the person who starts it: no logical WAL, no right to replicate.
 */
export async function openShapeServer(options: ShapeServerOptions): Promise<ShapeServer> {
  const { databaseUrl, dir, log, silenceMs = SILENCE_MS, chunkBytes = CHUNK_BYTES } = options
  const { isDeleteAllowed = false, refusesUnknownOffsets = false } = options
  const { onDelivery = () => undefined } = options
  const sql = connectAsText(databaseUrl, {
    max: SNAPSHOT_CONNECTIONS,
    settings: { ...SESSION_FORMAT, statement_timeout: SNAPSHOT_TIMEOUT },
  })
  const settings = {
    ...SESSION_FORMAT,
    statement_timeout: WHERE_TIMEOUT,
    default_transaction_read_only: 'on',
  }
  const checks = connectAsText(databaseUrl, { max: CHECK_CONNECTIONS, settings })
  const judge = connectAsText(databaseUrl, { max: JUDGE_CONNECTIONS, settings })
  const mutex = new Mutex()
  const applier: Applier = new Applier({ shapes: () => shapes, sql: judge, log, mutex })
  const shapes: Shapes = new Shapes({
    sql,
    checks,
    dir,
    chunkBytes,
    log,
    mutex,
    isStreamAheadOf: (snapshot) => applier.isAheadOf(snapshot),
  })
  const follower = new Follower({ databaseUrl, dir, log, applier, shapes, silenceMs })
  const api = new ShapeApi({
    sql,
    shapes,
    isDeleteAllowed,
    refusesUnknownOffsets,
    lastSeenLsn: () => applier.received,
    onDelivery,
  })
  const cleaning = setInterval(() => void clean(), CLEANING_MS)
  const clean = async () => {
    shapes.dropOutdated()
    await shapes
      .dropStale()
      .catch((error) => log.error({ err: error }, 'Tables could not be looked at.'))
  }
  const close = async () => {
    clearInterval(cleaning)
    api.close()
    await follower.close()
    shapes.close()
    await Promise.all([sql, checks, judge].map((pool) => pool.end({ timeout: 5 })))
  }

  try {
    await follower.start()
  } catch (error) {
    await close()
    throw explainStartFailure(error)
  }
  return {
    close,
    get state() {
      return follower.state
    },
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/v1/health') return health(follower)
      if (pathname !== '/v1/shape') return notFound()
      if (request.method === 'OPTIONS') return optionsAnswer()
      if (!(await isActive(follower))) {
        const isElsewhere = follower.state === 'waiting'
        return errorAnswer(503, isElsewhere ? 'Sync runs in another process.' : 'Starting.')
      }
      try {
        return await api.answer(request)
      } catch (error) {
        log.error({ err: error }, 'A shape request failed.')
        return errorAnswer(503, 'The shape could not be read. Try again.')
      }
    },
  }
}

function health({ state }: Follower): Response {
  return healthAnswer(state === 'active' ? 200 : 202, { status: state })
}

async function isActive(follower: Follower): Promise<boolean> {
  const deadline = Date.now() + STARTUP_TIMEOUT_MS
  while (follower.state === 'starting' && Date.now() < deadline) await sleep(10)
  return follower.state === 'active'
}
