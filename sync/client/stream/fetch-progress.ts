import type { Replica } from '#sync/client/tables/replica.ts'
import { nextTask } from '#sync/client/wait.ts'
import type { ShapeId } from '#sync/contract/shapes.ts'
import type { FetchSnapshot } from './seen-transactions.ts'
import { foldChanges, type RowChange, type ShapeBatch, type ShapePosition } from './shape-batch.ts'

/** Rows of a landing; a shape of no more than the first does not land. */
const LANDING_ROWS = { min: 100, first: 250, max: 2_500 }
/** What a landing should take while the tables are read, as a read waits for its end, and while they are not. */
const LANDING_MS = { read: 8, unread: 40 }

/** What a shape's stream brought since its last batch. */
interface Received {
  /** Changes that are not in the tables yet. */
  changes: readonly RowChange[]
  /** Whether rows of a fetch are written ahead; those of a small shape are not. */
  landing: 'none' | 'begun' | 'ended' | 'refused'
  /** Transactions of the rows that landed. */
  landedTxids: ReadonlySet<number>
  snapshot: FetchSnapshot | null
}

/** The parts so far of a shape that is being fetched whole, from which another stream goes on. */
export type Part = Received & ShapePosition

const NOTHING: Received = { changes: [], landing: 'none', landedTxids: new Set(), snapshot: null }

/** Gathers a shape's changes for a batch, and writes rows of a long fetch ahead of it. */
export class FetchProgress {
  private received = NOTHING
  /** Milliseconds per row of the last landing of some length. */
  private rowMs: number | undefined

  /**
   * @param part what earlier streams brought of a fetch.
   * @param isRefetch whether what comes are all rows of the shape, or changes of those in the tables.
   */
  constructor(
    private readonly shape: ShapeId,
    private readonly replica: Pick<Replica, 'land' | 'isReadFrom'>,
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
   * Takes changes in; new rows of a long fetch go into the tables at once, where these have none yet.
   * From the first change of another kind on, all are folded: a long log may change few rows often.
   */
  async take(rows: readonly RowChange[]): Promise<void> {
    const changes = this.received.changes.concat(rows)
    this.receive({ changes })
    const { landing } = this.received
    if (!this.isRefetch || landing === 'refused' || landing === 'ended') return
    const other = changes.findIndex(({ headers }) => headers.operation !== 'insert')
    const count = other === -1 ? changes.length : other
    if (landing === 'none' && count <= LANDING_ROWS.first) return
    for (let landed = 0; landed < count; ) {
      const next = Math.min(landed + this.landingRows(), count)
      if (!(await this.land(changes.slice(landed, next)))) return
      landed = next
    }
    this.receive({ changes: changes.slice(count) })
    if (other !== -1) this.receive({ landing: 'ended' })
  }

  /** Takes the snapshot of a fetch; in mid-stream one would be of some rows only. */
  takeSnapshot(snapshot: FetchSnapshot | null): void {
    if (this.isRefetch) this.receive({ snapshot })
  }

  /** Lets another stream go on from a position, where part of a fetch was received. */
  reach(position: ShapePosition): void {
    const { changes, snapshot } = this.received
    const isBegun = changes.length > 0 || snapshot !== null || this.hasLandedRows()
    if (this.isRefetch && isBegun) this.part = { ...this.received, ...position }
  }

  /** Ends the fetch, or the changes since the last batch. */
  endBatch(position: ShapePosition): ShapeBatch {
    const { shape, isRefetch } = this
    const { changes, landedTxids, snapshot } = this.received
    const isRest = isRefetch && this.hasLandedRows()
    const folded = foldChanges(shape, changes)
    const txids = new Set([...folded.txids, ...landedTxids])
    this.clear()
    this.isRefetch = false
    return { shape, isRefetch, isRest, changes: folded.changes, txids, snapshot, position }
  }

  /** @returns false where the tables have rows of the shape. */
  private async land(rows: readonly RowChange[]): Promise<boolean> {
    const { shape } = this
    const { changes, txids } = foldChanges(shape, rows)
    const startedAt = performance.now()
    const isFirst = this.received.landing === 'none'
    const hasLanded = await this.replica.land({ shape, changes, isFirst })
    this.receive({ landing: hasLanded ? 'begun' : 'refused' })
    if (!hasLanded) return false
    // The few rows at the end of an answer cost a transaction, and tell nothing of a long landing.
    if (rows.length >= LANDING_ROWS.min) {
      this.rowMs = (performance.now() - startedAt) / rows.length
    }
    // Nothing else in writing them would let a read in between.
    await nextTask()
    this.receive({ landedTxids: new Set([...this.received.landedTxids, ...txids]) })
    return true
  }

  private landingRows(): number {
    if (this.rowMs === undefined) return LANDING_ROWS.first
    const { isReadFrom } = this.replica
    const fitting = (isReadFrom ? LANDING_MS.read : LANDING_MS.unread) / this.rowMs
    return Math.min(Math.max(Math.round(fitting), LANDING_ROWS.min), LANDING_ROWS.max)
  }

  private clear(): void {
    this.received = NOTHING
    this.part = undefined
  }

  private hasLandedRows(): boolean {
    return this.received.landing === 'begun' || this.received.landing === 'ended'
  }

  private receive(some: Partial<Received>): void {
    this.received = { ...this.received, ...some }
  }
}
