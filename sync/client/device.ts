import { AppError } from '#sync/contract/errors.ts'
import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import { type QueryArgs, type QueryName, type QueryRowOf, queryOf } from '#sync/contract/queries.ts'
import { SHAPE_NAMES, type ShapeName } from '#sync/contract/shapes.ts'
import { listeners } from './listeners.ts'
import { MutationTracker } from './outbox/mutation-tracker.ts'
import { Outbox } from './outbox/outbox.ts'
import { outboxCalls } from './outbox/outbox-calls.ts'
import type { OutboxStore } from './outbox/outbox-store.ts'
import type { PendingMutation } from './outbox/pending-mutation.ts'
import { startPush } from './outbox/push.ts'
import { StatusBoard, type SyncStatus } from './status.ts'
import { Connection } from './stream/connection.ts'
import { GatheredLive } from './stream/gathered-live.ts'
import { RequestLimit } from './stream/request-limit.ts'
import { followShape, REQUESTS_PER_MINUTE } from './stream/shape-streams.ts'
import { type Database, isDamage } from './tables/database.ts'
import { keepLease } from './tables/lease.ts'
import { Replica } from './tables/replica.ts'

export interface DeviceOptions {
  userId: string
  /** Opened by whoever calls, and closed by them after `close()`. Another user's rows are emptied. */
  database: Database
  /** Opened and closed by whoever calls, too. */
  outbox: OutboxStore
  /** Sends the session along. */
  fetch: typeof fetch
  /** Origin of the API. */
  baseUrl: string
  /** The device's clock, in epoch milliseconds. */
  now?: () => number
  /** What pauses are multiplied by, where a test has no time for them. */
  pauseScale?: number
  /** Rejects or throws when this device may write no more: another one took its place. */
  assertLeader?: () => void | Promise<void>
  /** Told of faults that nobody waits for. */
  onFault?: (fault: unknown) => void
}

/**
 * One user's rows on one device: what its tables hold is always the server's rows with this
 * device's pending mutations on top, in order.
 */
export interface Device {
  /**
   * Resolves once the outbox holds the mutation and the tables show it.
   * @param id given by who may have to put it into the outbox himself: there it is once.
   * @throws AppError `invalid_input`, or what the rows here refuse it with: nothing was done then.
   */
  mutate<N extends MutationName>(
    name: N,
    args: MutationArgs<N>,
    id?: string,
  ): Promise<{ id: string }>
  /** Takes in what another tab has put into the outbox. */
  adopt(): Promise<void>
  query<N extends QueryName>(name: N, args: QueryArgs<N>): Promise<QueryRowOf<N>[]>
  /** Calls back with the tables that changed. @returns what ends that. */
  onTables(listener: (tables: ReadonlySet<ShapeName>) => void): () => void
  status(): SyncStatus
  onStatus(listener: (status: SyncStatus) => void): () => void
  /** All that waits, is on its way or was rejected, in order. */
  pending(): Promise<PendingMutation[]>
  /** Sends a rejected mutation again under a new id, with those that hang on it. */
  retry(id: string): Promise<void>
  /** Gives a rejected mutation up, with those that hang on it. */
  discard(id: string): Promise<void>
  /** Keeps what a rejected mutation held as something new, and gives the mutation up. */
  saveCopy(id: string): Promise<void>
  /** Sends what waits and asks for what is new at once, whatever pause is on. */
  flush(): void
  /** Goes on after an ended session: the same user has signed in again. */
  resume(): void
  /** Ends everything; what waits stays in the outbox. */
  close(): Promise<void>
}

/** How old a live request may be that `flush` leaves alone. */
const FRESH_LIVE_MS = 10_000
/** How often the device looks for what the server has done and no row shows. */
const LOOK_MS = 10_000
/** A shape that was fetched whole and could not be written this often: the tables are to blame. */
const HOPELESS = 3

/** Opens a device: undoes what was unfinished, checks the rows, runs what waits, begins to sync. */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { userId, database, baseUrl, now = Date.now, onFault = () => undefined } = options
  const { pauseScale = 1 } = options
  const closing = new AbortController()
  const { signal } = closing
  const board = new StatusBoard()
  const tables = listeners<ReadonlySet<ShapeName>>()

  async function assertLeader(): Promise<void> {
    try {
      await options.assertLeader?.()
    } catch (error) {
      closing.abort()
      throw error
    }
  }

  const outbox = await Outbox.open(options.outbox)
  const replica = await Replica.open({
    database,
    userId,
    now,
    assertLeader,
    onTables: tables.notify,
  })
  const lease = await keepLease({
    database,
    replica,
    now,
    onExpire() {
      count()
      live.restart(0)
    },
    onFault,
  })
  const tracker = new MutationTracker({
    outbox,
    replica,
    now,
    assertLeader,
    onFault,
    onCounts: (counts) => board.set(counts),
  })
  await tracker.enqueue(outbox.entries)

  const count = () => board.set({ isComplete: replica.isComplete })
  const found = () => {
    count()
    board.happened(replica.isComplete ? 'rows_found' : 'rows_missing')
  }
  const upToDate = new Set<ShapeName>()
  const tellUpToDate = () => {
    if (upToDate.size === SHAPE_NAMES.length) board.happened('up_to_date')
  }
  const connection = new Connection({
    userId,
    baseUrl,
    fetch: options.fetch,
    pauseScale,
    onReached() {
      found()
      tellUpToDate()
    },
    onLost: () => board.happened('lost_server'),
    onNeed: (need) => board.set({ need }),
    onHeard: lease.hear,
  })
  const live = new GatheredLive({ connection, userId })
  const push = startPush({
    userId,
    connection,
    outbox,
    onResults: (results) => tracker.applyResults(results),
    onFault,
    signal,
  })
  found()
  const limits = new Map(
    SHAPE_NAMES.map((shape) => [shape, new RequestLimit(REQUESTS_PER_MINUTE, pauseScale)]),
  )
  const paused = new Set<ShapeName>()
  const streams = [...limits].map(([shape, limit]) => follow(shape, limit))

  function follow(shape: ShapeName, limit: RequestLimit): Promise<void> {
    let failures = 0
    return followShape({
      shape,
      baseUrl,
      connection,
      live,
      replica,
      limit,
      signal,
      onFault,
      onUnknown: () => board.set({ unknownMessages: board.status.unknownMessages + 1 }),
      async onBatch(batch) {
        try {
          await tracker.applyBatch(batch)
          if (batch.isRefetch) push.wake()
          failures = 0
        } catch (error) {
          failures += batch.isRefetch ? 1 : 0
          if (failures >= HOPELESS) board.happened('broke')
          throw error
        }
        upToDate.add(shape)
        paused.delete(shape)
        board.set({ isPaused: paused.size > 0 })
        count()
        tellUpToDate()
      },
      onBehind() {
        upToDate.delete(shape)
        board.happened('fell_behind')
      },
      onPaused() {
        paused.add(shape)
        board.set({ isPaused: true })
      },
    })
  }

  const lookTimer = setInterval(() => {
    if (board.status.state === 'live') look().catch(onFault)
  }, LOOK_MS * pauseScale)

  /** Fetches anew what should hold what the server has done, and does not. */
  async function look(): Promise<void> {
    const shapes = await tracker.poll()
    for (const shape of shapes) await replica.refetch(shape)
    live.restart(0, shapes)
  }

  async function query<N extends QueryName>(name: N, given: QueryArgs<N>) {
    const { args, sql, params } = queryOf(name)
    const checked = args.safeParse(given)
    if (!checked.success) throw new AppError('invalid_input', 'This cannot be asked.')
    try {
      return (await database.query<QueryRowOf<N>>(sql, params(checked.data))).rows
    } catch (fault) {
      // Where nothing new comes for a while nobody else would find out.
      if (isDamage(fault) && !signal.aborted) board.happened('broke')
      throw fault
    }
  }

  const calls = outboxCalls({ outbox, tracker, send: push.wake, query })

  return {
    ...calls,
    async mutate(name, args, id) {
      const done = await tracker.mutate(name, args, id)
      push.wake()
      return done
    },
    query,
    onTables: tables.add,
    status: () => board.status,
    onStatus: (listener) => board.listen(listener),
    flush() {
      connection.retryNow()
      for (const limit of limits.values()) limit.retryNow()
      live.restart(FRESH_LIVE_MS)
      push.wake()
      // Whoever put something into the outbox may have ended before they said so.
      calls.adopt().catch(onFault)
    },
    resume: () => connection.resume(),
    async close() {
      closing.abort()
      lease.end()
      clearInterval(lookTimer)
      connection.close()
      await Promise.all(streams)
      await replica.close()
    },
  }
}
