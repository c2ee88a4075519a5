import {
  type CopyRows,
  joinRows,
  NO_ROWS,
  rowsOfLines,
  splitRows,
} from '#sync/client/tables/copy-rows.ts'
import type { Replica } from '#sync/client/tables/replica.ts'
import { type ShapeId, shapeOf, splitShapeId } from '#sync/contract/shapes.ts'
import type { RowParts } from './read-answer.ts'
import type { FetchSnapshot } from './seen-transactions.ts'
import { foldChanges, type RowChange, type ShapeBatch, type ShapePosition } from './shape-batch.ts'

/**
 * Number of rows per early write; a shape of no more than the first number is not written early.
 */
const EARLY_ROWS = { min: 100, first: 250, max: 2_500 }
/**
 * How long an early write should take while the tables are read, as a read waits for its end, and while
 * they are not.
 */
const EARLY_MS = { read: 8, unread: 40 }

/** The content of a shape's stream since its last batch. */
interface Received {
  /** The whole rows of a fetch that are not in the tables yet. */
  rows: CopyRows
  /**
   * The changes after these rows that are not in the tables yet; whole rows after the first change are
   * changes, too.
   */
  changes: readonly RowChange[]
  /** Whether rows of a fetch are written early; those of a small shape are not. */
  early: 'none' | 'begun' | 'refused'
  /** Transactions of all whole rows. */
  txids: ReadonlySet<number>
  snapshot: FetchSnapshot | null
}

/**
 * The parts received so far of a shape that is being fetched whole; the next stream continues from them.
 */
export type Part = Received & ShapePosition

const NOTHING: Received = {
  rows: NO_ROWS,
  changes: [],
  early: 'none',
  txids: new Set(),
  snapshot: null,
}

/**
 * Gathers a shape's changes for a batch, and writes rows of a long fetch early, before its batch.
 */
export class FetchProgress {
  private received = NOTHING
  /** Milliseconds per row of the last early write of some length. */
  private rowMs: number | undefined

  /**
   * @param part what earlier streams brought of a fetch.
   * @param isRefetch whether what comes are all rows of the shape, or changes of those in the tables.
   */
  constructor(
    private readonly shape: ShapeId,
    private readonly replica: Pick<Replica, 'writeEarly' | 'isReadFrom'>,
    public part: Part | undefined,
    public isRefetch: boolean,
  ) {
    if (part) {
      const { handle: _h, offset: _o, ...received } = part
      this.received = received
    }
  }

  /** Begins a fetch of all rows. */
  restart(): void {
    this.clear()
    this.isRefetch = true
  }

  /**
   * Takes an answer's rows and changes in; the rows of a long fetch go into the tables at once, where these
   * have none yet. From the first change of another kind on, all are folded: a long log may change few rows
   * often.
   */
  async take({ rows, txids, changes }: RowParts): Promise<void> {
    this.receive({ txids: new Set([...this.received.txids, ...txids]) })
    const { early } = this.received
    if (!this.isRefetch || early === 'refused' || this.received.changes.length > 0) {
      const inserts = insertsOf(this.shape, rows)
      this.receive({ changes: this.received.changes.concat(inserts, changes) })
      return
    }
    this.receive({ rows: joinRows(this.received.rows, rows), changes })
    if (early === 'none' && this.received.rows.keys.length <= EARLY_ROWS.first) return
    while (this.received.rows.keys.length > 0) {
      const [next, others] = splitRows(this.received.rows, this.earlyCount())
      if (!(await this.writeEarly(next))) return
      this.receive({ rows: others })
    }
  }

  /** Takes the snapshot of a fetch; a snapshot in mid-stream would be of some rows only. */
  takeSnapshot(snapshot: FetchSnapshot | null): void {
    if (this.isRefetch) this.receive({ snapshot })
  }

  /**
   * Remembers the position from which another stream can continue, where part of a fetch was received.
   */
  reach(position: ShapePosition): void {
    const { rows, changes, early, snapshot } = this.received
    const isReceived = rows.keys.length > 0 || changes.length > 0 || snapshot !== null
    const isBegun = isReceived || early === 'begun'
    if (this.isRefetch && isBegun) this.part = { ...this.received, ...position }
  }

  /** Ends the fetch, or the changes since the last batch. */
  endBatch(position: ShapePosition): ShapeBatch {
    const { shape, isRefetch } = this
    const { rows, changes, early, snapshot } = this.received
    const hasEarlyRows = isRefetch && early === 'begun'
    const folded = foldChanges(shape, [...insertsOf(shape, rows), ...changes])
    const txids = new Set([...this.received.txids, ...folded.txids])
    this.clear()
    this.isRefetch = false
    return { shape, isRefetch, hasEarlyRows, changes: folded.changes, txids, snapshot, position }
  }

  /** @returns false where the tables have rows of the shape. */
  private async writeEarly(rows: CopyRows): Promise<boolean> {
    const { shape } = this
    const count = rows.keys.length
    const isFirst = this.received.early === 'none'
    const ms = await this.replica.writeEarly({ shape, rows, isFirst })
    this.receive({ early: ms === undefined ? 'refused' : 'begun' })
    if (ms === undefined) return false
    // The few rows at the end of a response cost a transaction, and say nothing of a long write.
    if (count >= EARLY_ROWS.min) this.rowMs = ms / count
    return true
  }

  private earlyCount(): number {
    if (this.rowMs === undefined) return EARLY_ROWS.first
    const { isReadFrom } = this.replica
    const fitting = (isReadFrom ? EARLY_MS.read : EARLY_MS.unread) / this.rowMs
    return Math.min(Math.max(Math.round(fitting), EARLY_ROWS.min), EARLY_ROWS.max)
  }

  private clear(): void {
    this.received = NOTHING
    this.part = undefined
  }

  private receive(some: Partial<Received>): void {
    this.received = { ...this.received, ...some }
  }
}

/** Whole rows as changes. */
function insertsOf(shape: ShapeId, { lines }: CopyRows): RowChange[] {
  const { name } = splitShapeId(shape)
  const headers = { operation: 'insert' }
  return rowsOfLines(shapeOf(name), lines).map((value) => ({ value, headers }))
}
