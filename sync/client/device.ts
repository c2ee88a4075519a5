import type { MutationArgs, MutationName } from '#sync/contract/mutations.ts'
import { CONTRACT_VERSION } from '#sync/contract/protocol.ts'
import type { QueryArgs, QueryName, QueryRowOf } from '#sync/contract/queries.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import { awaitIdle } from './await-idle.ts'
import { listeners } from './listeners.ts'
import { MutationTracker } from './outbox/mutation-tracker.ts'
import { Outbox } from './outbox/outbox.ts'
import { outboxCalls } from './outbox/outbox-calls.ts'
import type { OutboxStore } from './outbox/outbox-store.ts'
import type { PendingMutation } from './outbox/pending-mutation.ts'
import { startSync } from './start-sync.ts'
import { StatusBoard, type SyncStatus } from './status.ts'
import { type AnswerReader, READER_HERE } from './stream/answer-reader.ts'
import type { Database } from './tables/database.ts'
import { type LeftTeam, readLeftTeam } from './tables/leaving.ts'
import { localReads } from './tables/local-reads.ts'
import { Replica } from './tables/replica.ts'

export interface DeviceOptions {
  userId: string
  /** Opened by the caller, who closes it after `close()`. Another user's rows are emptied. */
  database: Database
  /** Whether the database is on a disk; by default it is. */
  isPersistent?: boolean
  /** Opened and closed by the caller, too. */
  outbox: OutboxStore
  /** Must send the session cookie along. */
  fetch: typeof fetch
  /** Reads the server's answers; by default in this thread. */
  reader?: AnswerReader
  /** Origin of the API. */
  baseUrl: string
  /** The device's clock, in epoch milliseconds. */
  now?: () => number
  /** Factor on all pauses, for tests. */
  pauseScale?: number
  /** Rejects or throws once another device leads, so that this one writes nothing more. */
  assertLeader?: () => void | Promise<void>
  /**
   * Called before a team's rows are removed, so that the caller can delete its own copies. A rejection
   * does not stop the removal.
   */
  onLeave?: (left: LeftTeam) => void | Promise<void>
  /**
   * Called when the device is idle, or after 30 s, if files still contain bytes of deleted rows: the
   * caller closes the device and opens another one on a copy of the database (`tables/remains.ts`).
   */
  onRemains?: () => void
  /** Receives errors that no caller can catch. */
  onFault?: (fault: unknown) => void
}

/**
 * One user's rows on one device: the tables always hold the server's rows with this device's
 * pending mutations on top, in order.
 */
export interface Device {
  /**
   * Resolves once the outbox holds the mutation and the tables show it.
   * @param id set by a caller who may also have put the mutation into the outbox; the outbox holds it
   *   only once.
   * @throws AppError `invalid_input`, or the code with which the local rows refuse it; nothing was
   *   changed then.
   */
  mutate<N extends MutationName>(
    name: N,
    args: MutationArgs<N>,
    id?: string,
  ): Promise<{ id: string }>
  /**
   * Reads the mutations that other tabs added to the outbox. The name is part of the protocol between
   * tabs of different builds.
   */
  adopt(): Promise<void>
  query<N extends QueryName>(name: N, args: QueryArgs<N>): Promise<QueryRowOf<N>[]>
  /** Calls back with the tables that changed. @returns a function that ends it. */
  onTables(listener: (tables: ReadonlySet<ShapeName>) => void): () => void
  status(): SyncStatus
  onStatus(listener: (status: SyncStatus) => void): () => void
  /** Lists all mutations of the outbox (waiting, applied, rejected), in order. */
  pending(): Promise<PendingMutation[]>
  /** Sends a rejected mutation again under a new id, with its dependents. */
  retry(id: string): Promise<void>
  /** Discards a rejected mutation with its dependents. */
  discard(id: string): Promise<void>
  /** Keeps the content of a rejected mutation as a new row, and discards the mutation. */
  saveCopy(id: string): Promise<void>
  /** Pushes and requests changes at once, whatever pause is on. */
  flush(): void
  /** Goes on after the session had ended: the same user has signed in again. */
  resume(): void
  /** Ends everything; unsent mutations stay in the outbox. */
  close(): Promise<void>
}

/**
 * Opens a device: rolls back what a crash left, checks the rows, runs the pending mutations, starts to
 * sync.
 */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { userId, database, now = Date.now, onFault = () => undefined } = options
  const { pauseScale = 1, isPersistent = true, reader = READER_HERE } = options
  const closing = new AbortController()
  const { signal } = closing
  const board = new StatusBoard()
  board.set({ isKept: isPersistent, version: CONTRACT_VERSION })
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
  if (replica.cursors.size === 0) reader.prepare()
  const tracker = new MutationTracker({
    userId,
    outbox,
    replica,
    now,
    onFault,
    onCounts: (counts) => board.set(counts),
  })
  await tracker.enqueue(outbox.entries)

  const remains = awaitIdle({ onRemains: options.onRemains, pauseScale, signal })
  const sync = await startSync({
    userId,
    database,
    outbox,
    replica,
    tracker,
    board,
    tables,
    fetch: options.fetch,
    reader,
    baseUrl: options.baseUrl,
    now,
    pauseScale,
    async removeRows(teamId) {
      // Read before the rows are removed, because they say what else belongs to the team; after a crash
      // they are still there.
      const left = await readLeftTeam(database, teamId)
      await Promise.resolve(options.onLeave?.(left)).catch(onFault)
      await replica.drop(teamId, { isPersistent })
      if (isPersistent) remains.found()
    },
    onFault,
    signal,
  })

  const read = localReads(database, () => {
    if (!signal.aborted) board.dispatch('broke')
  })
  const { reloaded, mutate, ...calls } = outboxCalls({
    outbox,
    tracker,
    send: sync.push,
    query: read,
  })

  remains.opened()
  return {
    ...calls,
    async mutate(name, args, id) {
      remains.called()
      const done = await mutate(name, args, id)
      sync.push()
      return done
    },
    async query(name, args) {
      remains.called()
      replica.noteRead()
      await reloaded()
      return read(name, args)
    },
    onTables: tables.add,
    status: () => board.status,
    onStatus: (listener) => board.listen(listener),
    flush() {
      sync.flush()
      // A tab may have died between writing to the outbox and saying so.
      calls.adopt().catch(onFault)
    },
    resume: sync.resume,
    async close() {
      closing.abort()
      await sync.end()
      await replica.close()
    },
  }
}
