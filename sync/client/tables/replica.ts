import { type LastContact, storeLastContact } from '#sync/client/lease.ts'
import type { NewMutation, OutboxEntry } from '#sync/client/outbox/outbox-store.ts'
import { UnreadableShapeError } from '#sync/client/stream/checked-rows.ts'
import type { EarlyRows, ShapeBatch } from '#sync/client/stream/shape-batch.ts'
import { nextTask } from '#sync/client/wait.ts'
import { assertQuotas } from '#sync/contract/quotas.ts'
import {
  SHAPE_NAMES,
  type ShapeId,
  type ShapeName,
  shapeId,
  shapeOf,
  shapesOf,
  splitShapeId,
} from '#sync/contract/shapes.ts'
import type { Pending } from './affected.ts'
import { type Cursor, dropCursor, readCursors } from './cursors.ts'
import type { Database, Tx } from './database.ts'
import { teamsWithRows } from './leaving.ts'
import { emptyTables, prepareDatabase } from './local-schema.ts'
import { PendingRows } from './pending-rows.ts'
import { type Change, flushRows, rebase } from './rebase.ts'
import { markRemains } from './remains.ts'
import { type Digest, digestInSlices, digestOwner } from './row-sql.ts'
import { type RowId, shapeOfRow, splitRowId } from './text-rows.ts'
import { type UndoLog, undoAll } from './undo-log.ts'

/** Number of changed rows after which a table is vacuumed. */
const VACUUM_AFTER = 1_000

/**
 * Number of early rows after which a table is vacuumed, without statistics: 2 to 6 ms. Until then a
 * count of a list's members, which is part of each window of it, reads their rows.
 */
const VACUUM_AFTER_EARLY = 2_500

/**
 * How long a device that writes rows ahead assumes that it still leads. The check goes through the
 * browser's main process, which takes longer than the rows while it receives more of them.
 */
const LEAD_HOLDS_MS = 250

/** How long after a read another one is likely: a screen that is scrolled reads in each frame. */
const READING_MS = 250

interface ReplicaOptions {
  database: Database
  userId: string
  /** The device's clock, in epoch milliseconds. */
  now(): number
  /** Rejects once another device leads: this replica may write no more. */
  assertLeader: () => void | Promise<void>
  onTables(tables: ReadonlySet<ShapeName>): void
}

/**
 * The tables: the server's rows with the pending mutations on top, in order. Each change is one
 * transaction that undoes the mutations in its way, writes, and runs them again, so that no reader
 * sees a state in between. Changes run one at a time, because pending mutations, undo log and
 * cursors are kept in memory too.
 */
export class Replica {
  private pending: readonly Pending[] = []
  private undoLog: UndoLog = new Map()
  /** Owners whose rows this device may no longer hold. */
  private readonly dropped = new Set<string>()
  /** Shapes of which the tables have early rows, because their fetch is not complete. */
  private readonly partial = new Set<ShapeId>()
  /** Changed rows since a table was vacuumed. */
  private readonly unvacuumed = new Map<ShapeName, number>()
  private last: Promise<unknown> = Promise.resolve()
  /** When this device last asked whether it leads, and did lead. */
  private ledAt = -Infinity
  private isAskingAhead = false
  private readAt = -Infinity

  private constructor(
    private readonly options: ReplicaOptions,
    /** The device's id, stored in its database. */
    readonly deviceId: string,
    private readonly shapeCursors: Map<ShapeId, Cursor>,
    /** Teams of which the tables had rows at the opening: an interrupted fetch leaves no cursor. */
    private readonly found: Set<string>,
  ) {}

  /**
   * Opens the tables and restores the server's rows; shapes whose checksum differs lose their cursor.
   */
  static async open(options: ReplicaOptions): Promise<Replica> {
    const { database, userId } = options
    await prepareDatabase(database, userId)
    const [cursors, teams] = await database.transaction(async (tx) => {
      await undoAll(tx)
      return [await certifiedCursors(tx), await teamsWithRows(tx)] as const
    })
    const { rows } = await database.query<{ device_id: string }>('select device_id from replica')
    return new Replica(options, rows[0]?.device_id ?? '', cursors, new Set(teams))
  }

  /** The cursor of each shape; a shape without one is fetched from its start. */
  get cursors(): ReadonlyMap<ShapeId, Cursor> {
    return this.shapeCursors
  }

  /** The teams of which the tables hold rows of the server, or may. */
  get teams(): ReadonlySet<string> {
    const shapes = [...this.shapeCursors.keys(), ...this.partial]
    const owners = new Set([...this.found, ...shapes.map((shape) => splitShapeId(shape).ownerId)])
    owners.delete(this.options.userId)
    return owners
  }

  /** Whether the tables are being read, according to `noteRead`. */
  get isReadFrom(): boolean {
    return performance.now() - this.readAt < READING_MS
  }

  /** Records that the tables are read now. */
  noteRead(): void {
    this.readAt = performance.now()
  }

  /**
   * Runs a mutation unless it is pending already, and commits once `confirm` has put it into the
   * outbox.
   * @throws AppError with which the rows refuse it, if every shape it read was fetched.
   */
  mutate(mutation: NewMutation, confirm: () => Promise<OutboxEntry>): Promise<void> {
    return this.serially(async () => {
      const { database, userId } = this.options
      if (this.pending.some(({ entry }) => entry.id === mutation.id)) return
      const done = await database.transaction(async (tx) => {
        const rows = new PendingRows(tx, userId)
        const { accessed, inserted, refusal } = await rows.run(mutation)
        if (refusal && this.hasFetched(accessed.reads)) throw refusal
        const undo = await flushRows(tx, rows, this.undoLog)
        await assertQuotas(inserted, async (text, params) => {
          const counted = await tx.query<{ count: number }>(text, params)
          return counted.rows[0]
        })
        return { undo, accessed, entry: await confirm() }
      })
      this.undoLog = done.undo
      this.pending = [...this.pending, { entry: done.entry, accessed: done.accessed }]
      this.notifyTables(done.accessed.writes)
    })
  }

  /** Changes rows below, or the set of, the pending mutations. */
  change(change: Change): Promise<void> {
    return this.serially(() => this.applyChange(change))
  }

  /**
   * Writes rows of a fetch before its batch, so that reads and edits need not wait for all of them, and
   * only where the tables have no rows of the shape yet: rows of an earlier fetch stay whole until the
   * batch replaces them. A device that crashed in between finds rows without a cursor, and replaces
   * them, too.
   * @returns how long the write took, in ms; undefined if the rows were not written, and the batch must
   *   contain them.
   */
  writeEarly(early: EarlyRows): Promise<number | undefined> {
    return this.serially(async () => {
      const { shape, rows, isFirst } = early
      const { name, ownerId } = splitShapeId(shape)
      if (isFirst) this.partial.delete(shape)
      else this.assertPartial(shape)
      if (this.dropped.has(ownerId)) return undefined
      const startedAt = performance.now()
      const wroteEarly = await this.rebase({ early })
      if (!wroteEarly) return undefined
      this.partial.add(shape)
      await this.vacuumEarly(name, rows.keys.length)
      return performance.now() - startedAt
    }, LEAD_HOLDS_MS)
  }

  /** Drops a shape's cursor: it is fetched anew, and its rows stay until then. */
  refetch(shape: ShapeId): Promise<void> {
    return this.serially(async () => {
      // The cursor is dropped in memory first, so that a database which cannot be written fails in the
      // refetch, where failures are counted.
      this.shapeCursors.delete(shape)
      this.partial.delete(shape)
      await this.options.database.transaction((tx) => dropCursor(tx, shape))
    })
  }

  /**
   * Removes all rows of a team, and rejects those that still arrive; pending mutations run again without
   * them.
   * @param isPersistent whether the database is on a disk, where removed rows leave bytes behind.
   */
  drop(teamId: string, { isPersistent }: { isPersistent: boolean }): Promise<void> {
    this.dropped.add(teamId)
    return this.serially(async () => {
      const { database } = this.options
      await markRemains(database, teamId, { isPersistent })
      for (const name of shapesOf('team')) {
        const shape = shapeId(name, teamId)
        await this.rebase({ batch: emptyBatch(shape) })
        this.shapeCursors.delete(shape)
        this.partial.delete(shape)
        await database.transaction((tx) => dropCursor(tx, shape))
      }
      this.found.delete(teamId)
      await database.exec(`vacuum ${shapesOf('team').join(', ')}`)
      this.options.onTables(new Set(shapesOf('team')))
    })
  }

  /** Accepts rows again of a team that was dropped. */
  admit(teamId: string): void {
    this.dropped.delete(teamId)
  }

  /** Empties the tables; pending mutations run again on no rows. */
  empty(): Promise<void> {
    return this.serially(async () => {
      await emptyTables(this.options.database)
      this.shapeCursors.clear()
      this.partial.clear()
      this.found.clear()
      this.undoLog = new Map()
      const append = this.pending.map(({ entry }) => entry)
      this.pending = []
      await this.applyChange({ append })
      this.options.onTables(new Set(SHAPE_NAMES))
    })
  }

  /** Stores the time of the last contact. */
  storeContact(contact: LastContact): Promise<void> {
    return this.serially(() => storeLastContact(this.options.database, contact))
  }

  /** Waits for the change under way. */
  async close(): Promise<void> {
    await this.serially(async () => undefined)
  }

  /**
   * Whether the shapes of all these rows were fetched; a row of another may exist on the server.
   */
  private hasFetched(rows: Iterable<RowId>): boolean {
    return [...rows].every((id) => this.shapeCursors.has(shapeOfRow(id)))
  }

  private async applyChange({ batch, ...change }: Change): Promise<void> {
    if (!batch || this.dropped.has(splitShapeId(batch.shape).ownerId)) await this.rebase(change)
    else await this.rebase({ ...change, batch, earlyDigest: await this.digestOfEarly(batch) })
  }

  /**
   * The digest of the rows that were written early; undefined where there are none, and where pending
   * mutations changed some, because it is of the server's rows only.
   */
  private async digestOfEarly({ shape, hasEarlyRows }: ShapeBatch): Promise<Digest | undefined> {
    if (!hasEarlyRows) return undefined
    this.assertPartial(shape)
    const isChanged = [...this.undoLog.keys()].some((id) => shapeOfRow(id) === shape)
    return isChanged ? undefined : digestInSlices(this.options.database, shape)
  }

  /** The rows that were written early may have been removed since. */
  private assertPartial(shape: ShapeId): void {
    if (!this.partial.has(shape))
      throw new UnreadableShapeError(shape, 'continued without an initial snapshot')
  }

  /** @returns whether early rows were written. */
  private async rebase(change: Change): Promise<boolean> {
    const { database, userId, now } = this.options
    const shape = change.batch?.shape
    const done = await database.transaction((tx) =>
      rebase(tx, change, {
        userId,
        pending: this.pending,
        undoLog: this.undoLog,
        cursor: shape && this.shapeCursors.get(shape),
        nowMs: now(),
      }),
    )
    this.pending = done.pending
    this.undoLog = done.undoLog
    if (shape && done.cursor) this.shapeCursors.set(shape, done.cursor)
    if (change.batch) {
      const { shape, changes, isRefetch } = change.batch
      if (isRefetch) this.partial.delete(shape)
      await this.vacuum(splitShapeId(shape).name, changes.size)
    }
    this.notifyTables(done.rewritten, change.batch)
    return done.wroteEarly
  }

  /** PGlite has no autovacuum, and without statistics a window of a long list takes tenfold. */
  private async vacuum(name: ShapeName, changed: number): Promise<void> {
    const unvacuumed = (this.unvacuumed.get(name) ?? 0) + changed
    const isDue = unvacuumed >= VACUUM_AFTER
    this.unvacuumed.set(name, isDue ? 0 : unvacuumed)
    if (!isDue) return
    // Statistics of the keys alone: those of long texts take ten times as long as all the rest.
    await this.options.database.exec(`vacuum (analyze) ${name} (${shapeOf(name).key.join()})`)
  }

  /** Vacuums without statistics, which are made at the end of the fetch. */
  private async vacuumEarly(name: ShapeName, count: number): Promise<void> {
    const before = this.unvacuumed.get(name) ?? 0
    this.unvacuumed.set(name, before + count)
    const vacuums = (rows: number) => Math.floor(rows / VACUUM_AFTER_EARLY)
    if (vacuums(before + count) === vacuums(before)) return
    await this.options.database.exec(`vacuum ${name}`)
  }

  private notifyTables(rows: Iterable<RowId>, batch?: Change['batch']): void {
    const tables = new Set<ShapeName>()
    if (batch && (batch.changes.size > 0 || batch.isRefetch))
      tables.add(splitShapeId(batch.shape).name)
    for (const id of rows) tables.add(splitRowId(id).shape)
    if (tables.size > 0) this.options.onTables(tables)
  }

  /** @param leadHoldsMs how old the last check of the lead may be. */
  private async serially<T>(run: () => Promise<T>, leadHoldsMs = 0): Promise<T> {
    const turn = this.last.then(async () => {
      const ageMs = performance.now() - this.ledAt
      if (ageMs >= leadHoldsMs) await this.assertLead()
      else if (ageMs >= leadHoldsMs / 2) this.assertLeadAhead()
      return run()
    })
    // A settled promise alone would let no read run in between, because PostgreSQL runs in this thread.
    this.last = turn.catch(() => undefined).then(nextTask)
    return turn
  }

  private async assertLead(): Promise<void> {
    const askedAt = performance.now()
    await this.options.assertLeader()
    this.ledAt = askedAt
  }

  /**
   * Checks the lead while rows are written, so that the next early write need not wait. Where another
   * device leads, the next check fails, too.
   */
  private assertLeadAhead(): void {
    if (this.isAskingAhead) return
    this.isAskingAhead = true
    this.assertLead()
      .catch(() => undefined)
      .finally(() => {
        this.isAskingAhead = false
      })
  }
}

/** A refetch without rows. */
const emptyBatch = (shape: ShapeId): ShapeBatch => ({
  shape,
  isRefetch: true,
  changes: new Map(),
  txids: new Set(),
  snapshot: null,
  position: { handle: '', offset: '-1' },
})

async function certifiedCursors(tx: Tx): Promise<Map<ShapeId, Cursor>> {
  const cursors = await readCursors(tx)
  for (const [shape, cursor] of cursors) {
    const { count, checksum } = await digestOwner(tx, shape)
    if (count === cursor.count && checksum === cursor.checksum) continue
    await dropCursor(tx, shape)
    cursors.delete(shape)
  }
  return cursors
}
