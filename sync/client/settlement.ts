import type { ShapeName } from '../contract/shapes.ts'
import type { EntryState } from './outbox-store.ts'
import type { ShapeBatch } from './shape-batch.ts'

/*
 * When a mutation that the server has done may be taken off the server's rows: once those hold its
 * effect, in every shape that it changed. A shape holds it when
 *
 *   its transaction came in the stream,
 *   or the stream is up to date with a position at or after the one answered,
 *   or a live request that began after the answer has ended without news.
 *
 * The last two are for what brings no transaction: a shape fetched again, a device that was closed
 * in between, a database whose positions began anew.
 */

type Applied = Extract<EntryState, { kind: 'applied' }>

/** Transactions of a shape that are remembered until their answers come. */
const TXIDS_KEPT = 2_000

interface Awaited {
  applied: Applied
  /** Shapes that do not hold it yet. */
  open: Set<ShapeName>
  /** When the answer came. */
  at: number
}

export class Settlement {
  readonly #awaited = new Map<string, Awaited>()
  readonly #txids = new Map<ShapeName, Set<number>>()
  readonly #lsns = new Map<ShapeName, bigint>()

  /** Awaits the rows of a mutation that was answered. @returns whether they are here already. */
  await(id: string, applied: Applied, at: number): boolean {
    const isHere = (shape: ShapeName) =>
      this.#txids.get(shape)?.has(applied.txid) ||
      (this.#lsns.get(shape) ?? -1n) >= BigInt(applied.lsn)
    const open = new Set(applied.tables.filter((shape) => !isHere(shape)))
    if (open.size > 0) this.#awaited.set(id, { applied, open, at })
    return open.size === 0
  }

  /** The shapes that mutations wait for. */
  get awaitedShapes(): Set<ShapeName> {
    return new Set([...this.#awaited.values()].flatMap(({ open }) => [...open]))
  }

  /** The mutations whose rows are all here with this batch. */
  settledWith(batch: ShapeBatch): string[] {
    return [...this.#awaited]
      .filter(([, awaited]) => awaited.open.size === 1 && holds(batch, awaited))
      .map(([id]) => id)
  }

  /** The batch is in the tables. @returns the mutations that are settled by that. */
  note(batch: ShapeBatch): string[] {
    const { shape, position, txids } = batch
    const settled: string[] = []
    for (const [id, awaited] of this.#awaited) {
      if (holds(batch, awaited)) awaited.open.delete(shape)
      if (awaited.open.size > 0) continue
      this.#awaited.delete(id)
      settled.push(id)
    }
    this.reach(shape, position.lsn)
    const kept = [...(this.#txids.get(shape) ?? []), ...txids].slice(-TXIDS_KEPT)
    this.#txids.set(shape, new Set(kept))
    return settled
  }

  /** The tables hold everything of a shape up to here. */
  reach(shape: ShapeName, lsn: string | null): void {
    if (lsn !== null) this.#lsns.set(shape, BigInt(lsn))
  }
}

function holds({ shape, txids, position, quietSince }: ShapeBatch, awaited: Awaited): boolean {
  const { applied, open, at } = awaited
  if (!open.has(shape)) return false
  if (txids.has(applied.txid)) return true
  if (position.lsn !== null && BigInt(position.lsn) >= BigInt(applied.lsn)) return true
  return quietSince !== undefined && quietSince > at
}
