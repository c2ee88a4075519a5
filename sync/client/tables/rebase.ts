import type { OutboxEntry } from '#sync/client/outbox/outbox-store.ts'
import type { EarlyRows, ShapeBatch } from '#sync/client/stream/shape-batch.ts'
import { type ShapeId, splitShapeId } from '#sync/contract/shapes.ts'
import { affectedBy, overtakenBy, type Pending, type Touched } from './affected.ts'
import { applyBatch, writeEarlyRows } from './apply.ts'
import type { Cursor } from './cursors.ts'
import type { Tx } from './database.ts'
import { NOTHING_ACCESSED, PendingRows, type ReadWriteSet } from './pending-rows.ts'
import type { Digest } from './row-sql.ts'
import { type RowId, type RowKey, rowId } from './text-rows.ts'
import { logRows, type UndoLog, undoRows } from './undo-log.ts'

/** A change below or among the pending mutations. */
export interface Change {
  batch?: ShapeBatch
  /** Rows that are written before the batch of their shape. */
  early?: EarlyRows
  /** The digest of the rows that were written early, where it is known. */
  earlyDigest?: Digest | undefined
  /** Mutations to remove: acknowledged, rejected or discarded. */
  drop?: ReadonlySet<string>
  /** Mutations to add, in the outbox's order; pending ones keep their position. */
  append?: readonly OutboxEntry[]
}

interface Standing {
  userId: string
  pending: readonly Pending[]
  undoLog: UndoLog
  /** The cursor of the batch's shape. */
  cursor: Cursor | undefined
  /** The device's clock, in epoch milliseconds. */
  nowMs: number
}

interface Rebased {
  pending: Pending[]
  undoLog: UndoLog
  cursor: Cursor | undefined
  /** Whether the rows of `early` were written. */
  wroteEarly: boolean
  /** Rows that the undone mutations wrote before or that mutations write now. */
  rewritten: Set<RowId>
}

/**
 * Undoes the pending mutations concerned, changes the server's rows, and runs the mutations again
 * in order, all in one transaction.
 */
export async function rebase(tx: Tx, change: Change, standing: Standing): Promise<Rebased> {
  const { batch, early, earlyDigest, drop = new Set(), append = [] } = change
  const isDropped = ({ entry }: Pending) => drop.has(entry.id)
  const known = new Set(standing.pending.map(({ entry }) => entry.id))
  const added = append
    .filter(({ id }) => !known.has(id))
    .map((entry): Pending => ({ entry, accessed: NOTHING_ACCESSED }))
  // Mutations of another tab may be older than these and still arrive later.
  const pending = [...standing.pending, ...added].sort(bySeq)
  const dropped = pending.filter(isDropped)
  // Usually nothing is pending, and naming thousands of fetched rows would cost time.
  const affected = pending.length === 0 ? [] : affectedBy(pending, touchedBy(change, dropped))
  const concerned = new Set([...affected, ...dropped, ...added])
  let undoLog = await undoWrites(tx, concerned, standing.undoLog)
  const cursor =
    batch && (await applyBatch(tx, batch, standing.cursor, standing.nowMs, earlyDigest))
  const wroteEarly = early !== undefined && (await writeEarlyRows(tx, early))

  for (;;) {
    const rows = new PendingRows(tx, standing.userId)
    const accessedBy = new Map<Pending, ReadWriteSet>()
    const again = pending.filter((one) => concerned.has(one) && !isDropped(one))
    await rows.load(again.flatMap(({ accessed }) => [...accessed.reads, ...accessed.writes]))
    // A mutation that the local rows refuse keeps its position without effect: the server decides.
    for (const one of again) accessedBy.set(one, (await rows.run(one.entry)).accessed)
    const inPlace = pending.filter((one) => !concerned.has(one))
    const overtaken = overtakenBy(pending, accessedBy, inPlace)
    if (overtaken.size === 0) {
      return {
        undoLog: await flushRows(tx, rows, undoLog),
        cursor,
        wroteEarly,
        pending: pending
          .filter((one) => !isDropped(one))
          .map((one) => ({ entry: one.entry, accessed: accessedBy.get(one) ?? one.accessed })),
        rewritten: new Set([
          ...writtenBy(concerned),
          ...[...accessedBy.values()].flatMap(({ writes }) => [...writes]),
        ]),
      }
    }
    const more = affectedBy(inPlace, { rows: writtenBy(overtaken), shapes: new Set() })
    for (const one of [...overtaken, ...more]) concerned.add(one)
    undoLog = await undoWrites(tx, concerned, undoLog)
  }
}

/** The rows that a change replaces, and those that the dropped mutations wrote. */
function touchedBy({ batch, early }: Change, dropped: readonly Pending[]): Touched {
  return {
    rows: new Set([
      ...writtenBy(dropped),
      ...(batch ? rowIds(batch.shape, batch.changes.keys()) : []),
      ...(early ? rowIds(early.shape, early.rows.keys) : []),
    ]),
    shapes: new Set([
      ...(batch?.isRefetch ? [batch.shape] : []),
      ...(early?.isFirst ? [early.shape] : []),
    ]),
  }
}

const bySeq = (one: Pending, other: Pending) => one.entry.seq - other.entry.seq

/** Writes the rows that mutations changed. @returns the undo log with those not changed before. */
export async function flushRows(tx: Tx, rows: PendingRows, undoLog: UndoLog): Promise<UndoLog> {
  const previous = await rows.flush()
  const first = new Map([...previous].filter(([id]) => !undoLog.has(id)))
  await logRows(tx, first)
  return new Map([...undoLog, ...first])
}

/**
 * Returns rows that these mutations wrote to the server's state.
 * @returns the remaining undo log.
 */
async function undoWrites(tx: Tx, mutations: Iterable<Pending>, log: UndoLog): Promise<UndoLog> {
  const written = writtenBy(mutations)
  await undoRows(tx, new Map([...log].filter(([id]) => written.has(id))))
  return new Map([...log].filter(([id]) => !written.has(id)))
}

function writtenBy(mutations: Iterable<Pending>): Set<RowId> {
  return new Set([...mutations].flatMap(({ accessed }) => [...accessed.writes]))
}

function rowIds(shape: ShapeId, keys: Iterable<RowKey>): RowId[] {
  const { name } = splitShapeId(shape)
  return Array.from(keys, (key) => rowId(name, key))
}
