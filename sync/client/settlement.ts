import type { ShapeName } from '../contract/shapes.ts'
import type { EntryState } from './outbox-store.ts'
import type { ShapeBatch } from './shape-batch.ts'

/*
 * When a mutation that the server has done may be taken off the server's rows: once those hold its
 * effect, in every shape that it changed. A shape holds it when
 *
 *   its transaction came in the stream,
 *   or the stream is up to date with a position at or after the one answered,
 *   or it names no position, and a live request that began after the answer has ended without news,
 *   or it was looked at again and again without news and without coming that far.
 *
 * The second is for what brings no transaction: a shape fetched again, a device that was closed in
 * between. The last is for a database whose positions began anew. A stream that is only late is below
 * the answer too, for a while: an edit taken off its rows then would vanish and come back.
 */

type Applied = Extract<EntryState, { kind: 'applied' }>

/** Transactions of a shape that are remembered until their answers come. */
const TXIDS_KEPT = 2_000

/**
 * Looks at a shape without news, 8 s and more apart, after which its positions are taken to have begun
 * anew: no stream is that late.
 */
const LOOKS_MAX = 30

interface Awaited {
  applied: Applied
  /** Shapes that do not hold it yet, with how often they were looked at without news. */
  open: Map<ShapeName, number>
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
    const missing = applied.tables.filter((shape) => !isHere(shape))
    const open = new Map(missing.map((shape) => [shape, 0]))
    if (open.size > 0) this.#awaited.set(id, { applied, open, at })
    return open.size === 0
  }

  /** The shapes that mutations wait for. */
  get awaitedShapes(): Set<ShapeName> {
    return new Set([...this.#awaited.values()].flatMap(({ open }) => [...open.keys()]))
  }

  /** The mutations whose rows are all here with this batch. */
  settledWith(batch: ShapeBatch): string[] {
    return [...this.#awaited]
      .filter(([, awaited]) => awaited.open.size === 1 && holds(batch, awaited))
      .map(([id]) => id)
  }

  /** The batch is in the tables. @returns the mutations that are settled by that. */
  note(batch: ShapeBatch): string[] {
    const { shape, position, txids, changes } = batch
    const settled: string[] = []
    for (const [id, awaited] of this.#awaited) {
      const { open } = awaited
      const looks = open.get(shape)
      if (holds(batch, awaited)) open.delete(shape)
      else if (looks !== undefined && changes.size === 0) open.set(shape, looks + 1)
      if (open.size > 0) continue
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
  const looks = open.get(shape)
  if (looks === undefined) return false
  if (txids.has(applied.txid) || looks >= LOOKS_MAX) return true
  if (position.lsn !== null) return BigInt(position.lsn) >= BigInt(applied.lsn)
  return quietSince !== undefined && quietSince > at
}
