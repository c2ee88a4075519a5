import type { NewMutation, OutboxEntry } from '#sync/client/outbox/outbox-store.ts'
import type { ShapeBatch } from '#sync/client/stream/shape-batch.ts'
import { assertQuotas } from '#sync/contract/quotas.ts'
import { SHAPE_NAMES, type ShapeName, shapeOf } from '#sync/contract/shapes.ts'
import type { Pending } from './affected.ts'
import { type Cursor, dropCursor, readCursors } from './cursors.ts'
import type { Database, Tx } from './database.ts'
import { type LastContact, storeLastContact } from './lease.ts'
import { emptyTables, prepareDatabase } from './local-schema.ts'
import { PendingRows } from './pending-rows.ts'
import { type Change, flushRows, rebase } from './rebase.ts'
import { digestRows } from './row-sql.ts'
import { type RowId, splitRowId } from './text-rows.ts'
import { type UndoLog, undoAll } from './undo-log.ts'

/** Changes to a shape after which it is vacuumed. */
const TIDY_AFTER = 1_000

interface ReplicaOptions {
  database: Database
  userId: string
  /** The device's clock, in epoch milliseconds. */
  now(): number
  /** Rejects when this replica may write no more. */
  assertLeader: () => void | Promise<void>
  onTables(tables: ReadonlySet<ShapeName>): void
}

/**
 * The tables: the server's rows with the pending mutations on top, in order. Every change is one
 * transaction that undoes what is in its way, writes, and runs it again, so that nobody ever reads
 * anything in between; and one at a time, as what is known of the tables is kept in memory too.
 */
export class Replica {
  readonly #options: ReplicaOptions
  readonly #cursors: Map<ShapeName, Cursor>
  #pending: readonly Pending[] = []
  #undoLog: UndoLog = new Map()
  /** Changes since a shape was vacuumed. */
  readonly #untidy = new Map<ShapeName, number>()
  #last: Promise<unknown> = Promise.resolve()

  private constructor(options: ReplicaOptions, cursors: Map<ShapeName, Cursor>) {
    this.#options = options
    this.#cursors = cursors
  }

  /** Opens the tables at the server's rows; the shapes whose rows do not add up lose their cursor. */
  static async open(options: ReplicaOptions): Promise<Replica> {
    const { database, userId } = options
    await prepareDatabase(database, userId)
    const cursors = await database.transaction(async (tx) => {
      await undoAll(tx)
      return certifiedCursors(tx)
    })
    return new Replica(options, cursors)
  }

  /** How far each shape is read; one that is not among them is fetched from its start. */
  get cursors(): ReadonlyMap<ShapeName, Cursor> {
    return this.#cursors
  }

  get isComplete(): boolean {
    return this.#cursors.size === SHAPE_NAMES.length
  }

  /**
   * Runs one mutation, if it is not here yet, and keeps it once `confirm` has put it into the outbox.
   * @throws AppError as the rows refuse it, where all that it read could be here.
   */
  mutate(mutation: NewMutation, confirm: () => Promise<OutboxEntry>): Promise<void> {
    return this.#serially(async () => {
      const { database, userId } = this.#options
      if (this.#pending.some(({ entry }) => entry.id === mutation.id)) return
      const done = await database.transaction(async (tx) => {
        const rows = new PendingRows(tx, userId)
        const { trace, inserted, refusal } = await rows.run(mutation)
        if (refusal && this.#knowsAll(trace.reads)) throw refusal
        const undo = await flushRows(tx, rows, this.#undoLog)
        await assertQuotas(userId, inserted, async (text, params) => {
          const counted = await tx.query<{ count: number }>(text, params)
          return counted.rows[0]
        })
        return { undo, trace, entry: await confirm() }
      })
      this.#undoLog = done.undo
      this.#pending = [...this.#pending, { entry: done.entry, trace: done.trace }]
      this.#tell(done.trace.writes)
    })
  }

  /** Changes what is below or among the pending mutations. */
  change(change: Change): Promise<void> {
    return this.#serially(() => this.#change(change))
  }

  /** Forgets how far a shape is read: it is fetched anew, and its rows stay until then. */
  refetch(shape: ShapeName): Promise<void> {
    return this.#serially(async () => {
      // Fetched whole though it may not be writable either: whoever counts the failures is to hear.
      this.#cursors.delete(shape)
      await this.#options.database.transaction((tx) => dropCursor(tx, shape))
    })
  }

  /** Takes out everything that came from the server; what is pending runs on nothing. */
  empty(): Promise<void> {
    return this.#serially(async () => {
      await emptyTables(this.#options.database)
      this.#cursors.clear()
      this.#undoLog = new Map()
      const append = this.#pending.map(({ entry }) => entry)
      this.#pending = []
      await this.#change({ append })
      this.#options.onTables(new Set(SHAPE_NAMES))
    })
  }

  /** Remembers when the server was heard. */
  heard(heard: LastContact): Promise<void> {
    return this.#serially(() => storeLastContact(this.#options.database, heard))
  }

  /** Waits until nothing is being written. */
  async close(): Promise<void> {
    await this.#serially(async () => undefined)
  }

  /** Whether rows of a shape that was never fetched are among them: those may be on the server. */
  #knowsAll(rows: Iterable<RowId>): boolean {
    return [...rows].every((id) => this.#cursors.has(splitRowId(id).shape))
  }

  async #change(change: Change): Promise<void> {
    const { database, userId, now } = this.#options
    const shape = change.batch?.shape
    const done = await database.transaction((tx) =>
      rebase(tx, change, {
        userId,
        pending: this.#pending,
        undoLog: this.#undoLog,
        cursor: shape && this.#cursors.get(shape),
        nowMs: now(),
      }),
    )
    this.#pending = done.pending
    this.#undoLog = done.undoLog
    if (shape && done.cursor) this.#cursors.set(shape, done.cursor)
    if (change.batch) await this.#tidy(change.batch)
    this.#tell(done.rewritten, change.batch)
  }

  /** Nobody vacuums by himself here, and without statistics a window of a long list takes tenfold. */
  async #tidy({ shape, changes }: ShapeBatch): Promise<void> {
    const untidy = (this.#untidy.get(shape) ?? 0) + changes.size
    this.#untidy.set(shape, untidy < TIDY_AFTER ? untidy : 0)
    if (untidy < TIDY_AFTER) return
    // Of the keys alone: statistics of long texts take ten times as long as all the rest.
    await this.#options.database.exec(`vacuum (analyze) ${shape} (${shapeOf(shape).key.join()})`)
  }

  #tell(rows: Iterable<RowId>, batch?: Change['batch']): void {
    const tables = new Set<ShapeName>()
    if (batch && (batch.changes.size > 0 || batch.isRefetch)) tables.add(batch.shape)
    for (const id of rows) tables.add(splitRowId(id).shape)
    if (tables.size > 0) this.#options.onTables(tables)
  }

  async #serially<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      await this.#options.assertLeader()
      return run()
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }
}

async function certifiedCursors(tx: Tx): Promise<Map<ShapeName, Cursor>> {
  const cursors = await readCursors(tx)
  for (const [shape, cursor] of cursors) {
    const { count, checksum } = await digestRows(tx, shape)
    if (count === cursor.count && checksum === cursor.checksum) continue
    await dropCursor(tx, shape)
    cursors.delete(shape)
  }
  return cursors
}
