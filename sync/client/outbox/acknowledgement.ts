import { holdsTransaction, type SeenTransactions } from '#sync/client/stream/seen-transactions.ts'
import type { ShapeId } from '#sync/contract/shapes.ts'

/*
 * When an applied mutation leaves the outbox and the tables: once the server's rows hold its
 * transaction in every shape that it changed.
 *
 *   answered ──► awaited ──in all its shapes──► acknowledged
 *     ▲             │
 *     │             ├── a shape is fetched anew ──► asked again
 *     └─────────────┴── not found in time ──────► asked again; given up the second time
 *
 * A shape that is fetched anew may come from another history of the database: one restored from a
 * backup no longer knows the mutation, one that was moved has other transaction ids. So the mutation
 * is sent again: the server repeats its answer, or runs the mutation now. A transaction that no row
 * shows after all that time is not awaited for ever.
 */

/** Polls, 10 s apart while all shapes are up to date, after which a transaction is late. */
const IDLE_POLLS_MAX = 15

interface Awaited {
  txid: number
  /** Shapes that do not hold the transaction yet. */
  open: Set<ShapeId>
  idlePolls: number
}

interface AcknowledgementsOptions {
  /** The transactions that a shape's rows hold. */
  seen(shape: ShapeId): SeenTransactions
  /** The device's clock, in epoch milliseconds. */
  now(): number
}

export class Acknowledgements {
  private readonly awaited = new Map<string, Awaited>()
  /** Mutations whose transaction was late once. */
  private readonly late = new Set<string>()

  constructor(private readonly options: AcknowledgementsOptions) {}

  /** Awaits a mutation's transaction in the shapes that it changed. @returns whether the rows hold it already. */
  await(id: string, { txid, shapes }: { txid: number; shapes: readonly ShapeId[] }): boolean {
    const { seen, now } = this.options
    const open = new Set(shapes.filter((shape) => !holdsTransaction(seen(shape), txid, now())))
    if (open.size > 0) this.awaited.set(id, { txid, open, idlePolls: 0 })
    else this.forget([id])
    return open.size === 0
  }

  /** The mutations awaited in a shape. */
  awaiting(shape: ShapeId): string[] {
    return [...this.awaited].filter(([, { open }]) => open.has(shape)).map(([id]) => id)
  }

  /** Stops awaiting mutations that were discarded or rejected, or are sent again. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) this.awaited.delete(id)
  }

  /** The mutations that are acknowledged once a shape holds these transactions. */
  acknowledgedBy(shape: ShapeId, seen: SeenTransactions): string[] {
    const now = this.options.now()
    const isLast = ({ open, txid }: Awaited) =>
      open.size === 1 && open.has(shape) && holdsTransaction(seen, txid, now)
    return [...this.awaited].filter(([, awaited]) => isLast(awaited)).map(([id]) => id)
  }

  /**
   * Checks awaited mutations after a shape's rows were written.
   * @returns the acknowledged ones.
   */
  note(shape: ShapeId): string[] {
    const { seen, now } = this.options
    const acknowledged: string[] = []
    for (const [id, { open, txid }] of this.awaited) {
      if (open.has(shape) && holdsTransaction(seen(shape), txid, now())) open.delete(shape)
      if (open.size === 0) acknowledged.push(id)
    }
    this.forget(acknowledged)
    return acknowledged
  }

  /**
   * Counts a poll for each awaited mutation, while all shapes are up to date, so that none is awaited
   * for ever.
   */
  poll(): { refetch: Set<ShapeId>; givenUp: string[] } {
    const refetch = new Set<ShapeId>()
    const givenUp: string[] = []
    for (const [id, awaited] of this.awaited) {
      awaited.idlePolls += 1
      if (awaited.idlePolls < IDLE_POLLS_MAX) continue
      awaited.idlePolls = 0
      if (this.late.has(id)) givenUp.push(id)
      else for (const shape of awaited.open) refetch.add(shape)
      this.late.add(id)
    }
    this.forget(givenUp)
    return { refetch, givenUp }
  }
}
