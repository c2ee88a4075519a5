import { holdsTransaction, type SeenTransactions } from '#sync/client/stream/seen-transactions.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import type { EntryState } from './outbox-store.ts'

/*
 * When a mutation that the server has done may be taken off the server's rows: once those hold its
 * transaction, in every shape that it changed.
 *
 *   answered ──► awaited ──in all its shapes──► acknowledged
 *     ▲             │
 *     │             ├── a shape is fetched anew ──► asked again
 *     └─────────────┴── looked for in vain ───────► asked again, and the second time let go
 *
 * A shape that is fetched anew may be of another history: of a database that was put back to a backup,
 * whose server does not know the mutation any more, or that was moved, where transactions have other
 * ids. So it is sent again: the server answers what it did, or does it now. What nothing brings in all
 * that time no row will show; it does not wait for ever.
 */

type Applied = Extract<EntryState, { kind: 'applied' }>

/** Looks, 10 s apart while all shapes are up to date, after which a transaction is late. */
const IDLE_POLLS_MAX = 15

interface Awaited {
  txid: number
  /** Shapes that do not hold it yet. */
  open: Set<ShapeName>
  idlePolls: number
}

interface AcknowledgementsOptions {
  /** What the rows of a shape hold. */
  seen(shape: ShapeName): SeenTransactions
  /** The device's clock, in epoch milliseconds. */
  now(): number
}

export class Acknowledgements {
  readonly #options: AcknowledgementsOptions
  readonly #awaited = new Map<string, Awaited>()
  /** Mutations that were looked for in vain once. */
  readonly #late = new Set<string>()

  constructor(options: AcknowledgementsOptions) {
    this.#options = options
  }

  /** Awaits the rows of a mutation that was answered. @returns whether they are here already. */
  await(id: string, { txid, tables }: Applied): boolean {
    const { seen, now } = this.#options
    const open = new Set(tables.filter((shape) => !holdsTransaction(seen(shape), txid, now())))
    if (open.size > 0) this.#awaited.set(id, { txid, open, idlePolls: 0 })
    else this.forget([id])
    return open.size === 0
  }

  /** The mutations that wait for rows of a shape. */
  awaiting(shape: ShapeName): string[] {
    return [...this.#awaited].filter(([, { open }]) => open.has(shape)).map(([id]) => id)
  }

  /** They end otherwise, or are asked about again. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#awaited.delete(id)
  }

  /** The mutations whose rows are all here once a shape holds these transactions. */
  acknowledgedBy(shape: ShapeName, seen: SeenTransactions): string[] {
    const now = this.#options.now()
    const isLast = ({ open, txid }: Awaited) =>
      open.size === 1 && open.has(shape) && holdsTransaction(seen, txid, now)
    return [...this.#awaited].filter(([, awaited]) => isLast(awaited)).map(([id]) => id)
  }

  /** A shape's rows were written. @returns the mutations that are acknowledged by that. */
  note(shape: ShapeName): string[] {
    const { seen, now } = this.#options
    const acknowledged: string[] = []
    for (const [id, { open, txid }] of this.#awaited) {
      if (open.has(shape) && holdsTransaction(seen(shape), txid, now())) open.delete(shape)
      if (open.size === 0) acknowledged.push(id)
    }
    this.forget(acknowledged)
    return acknowledged
  }

  /** Looks at what is awaited while every shape is up to date, so that nothing waits for ever. */
  poll(): { refetch: Set<ShapeName>; givenUp: string[] } {
    const refetch = new Set<ShapeName>()
    const givenUp: string[] = []
    for (const [id, awaited] of this.#awaited) {
      awaited.idlePolls += 1
      if (awaited.idlePolls < IDLE_POLLS_MAX) continue
      awaited.idlePolls = 0
      if (this.#late.has(id)) givenUp.push(id)
      else for (const shape of awaited.open) refetch.add(shape)
      this.#late.add(id)
    }
    this.forget(givenUp)
    return { refetch, givenUp }
  }
}
