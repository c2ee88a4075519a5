import type { OutboxEntry } from '#sync/client/outbox/outbox-store.ts'
import type { Landing, ShapeBatch } from '#sync/client/stream/shape-batch.ts'
import { type ShapeId, splitShapeId } from '#sync/contract/shapes.ts'
import { affectedBy, overtakenBy, type Pending, type Touched } from './affected.ts'
import { applyBatch, landRows } from './apply.ts'
import type { Cursor } from './cursors.ts'
import type { Tx } from './database.ts'
import { NO_TRACE, PendingRows, type Trace } from './pending-rows.ts'
import type { Digest } from './row-sql.ts'
import { type RowId, type RowKey, rowId } from './text-rows.ts'
import { logRows, type UndoLog, undoRows } from './undo-log.ts'

/** A change below or among the pending mutations. */
export interface Change {
  batch?: ShapeBatch
  /** Rows of a shape whose batch is still to come. */
  landing?: Landing
  /** The digest of the rows that were written ahead of the batch, where it is known. */
  landed?: Digest | undefined
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
  /** Whether the rows of `landing` were written. */
  hasLanded: boolean
  /** Rows that the undone mutations wrote before or that mutations write now. */
  rewritten: Set<RowId>
}

/**
 * Undoes the pending mutations concerned, changes the server's rows, and runs the mutations again
 * in order, all in one transaction.
 */
export async function rebase(tx: Tx, change: Change, standing: Standing): Promise<Rebased> {
  const { batch, landing, landed, drop = new Set(), append = [] } = change
  const isDropped = ({ entry }: Pending) => drop.has(entry.id)
  const known = new Set(standing.pending.map(({ entry }) => entry.id))
  const added = append
    .filter(({ id }) => !known.has(id))
    .map((entry): Pending => ({ entry, trace: NO_TRACE }))
  // Mutations of another tab may be older than these and still arrive later.
  const pending = [...standing.pending, ...added].sort(bySeq)
  const dropped = pending.filter(isDropped)
  // Usually nothing is pending, and naming thousands of fetched rows would cost time.
  const affected = pending.length === 0 ? [] : affectedBy(pending, touchedBy(change, dropped))
  const concerned = new Set([...affected, ...dropped, ...added])
  let undoLog = await undoWrites(tx, concerned, standing.undoLog)
  const cursor = batch && (await applyBatch(tx, batch, standing.cursor, standing.nowMs, landed))
  const hasLanded = landing !== undefined && (await landRows(tx, landing))

  for (;;) {
    const rows = new PendingRows(tx, standing.userId)
    const traces = new Map<Pending, Trace>()
    const again = pending.filter((one) => concerned.has(one) && !isDropped(one))
    await rows.load(again.flatMap(({ trace }) => [...trace.reads, ...trace.writes]))
    // A mutation that the local rows refuse keeps its position without effect: the server decides.
    for (const one of again) traces.set(one, (await rows.run(one.entry)).trace)
    const inPlace = pending.filter((one) => !concerned.has(one))
    const overtaken = overtakenBy(pending, traces, inPlace)
    if (overtaken.size === 0) {
      return {
        undoLog: await flushRows(tx, rows, undoLog),
        cursor,
        hasLanded,
        pending: pending
          .filter((one) => !isDropped(one))
          .map((one) => ({ entry: one.entry, trace: traces.get(one) ?? one.trace })),
        rewritten: new Set([
          ...writtenBy(concerned),
          ...[...traces.values()].flatMap(({ writes }) => [...writes]),
        ]),
      }
    }
    const more = affectedBy(inPlace, { rows: writtenBy(overtaken), shapes: new Set() })
    for (const one of [...overtaken, ...more]) concerned.add(one)
    undoLog = await undoWrites(tx, concerned, undoLog)
  }
}

/** The rows that a change replaces, and those that the dropped mutations wrote. */
function touchedBy({ batch, landing }: Change, dropped: readonly Pending[]): Touched {
  return {
    rows: new Set([
      ...writtenBy(dropped),
      ...(batch ? rowIds(batch.shape, batch.changes.keys()) : []),
      ...(landing ? rowIds(landing.shape, landing.rows.keys) : []),
    ]),
    shapes: new Set([
      ...(batch?.isRefetch ? [batch.shape] : []),
      ...(landing?.isFirst ? [landing.shape] : []),
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
  return new Set([...mutations].flatMap(({ trace }) => [...trace.writes]))
}

function rowIds(shape: ShapeId, keys: Iterable<RowKey>): RowId[] {
  const { name } = splitShapeId(shape)
  return Array.from(keys, (key) => rowId(name, key))
}
