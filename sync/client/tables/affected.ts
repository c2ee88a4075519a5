import type { OutboxEntry } from '#sync/client/outbox/outbox-store.ts'
import type { ShapeName } from '#sync/contract/shapes.ts'
import type { Trace } from './pending-rows.ts'
import { type RowId, splitRowId } from './text-rows.ts'

/** A mutation on top of the server's rows, with what it did there. */
export interface Pending {
  entry: OutboxEntry
  trace: Trace
}

/** Rows about to change below the pending mutations. */
export interface Touched {
  rows: ReadonlySet<RowId>
  /** Shapes that change as a whole. */
  shapes: ReadonlySet<ShapeName>
}

/**
 * The mutations that must be undone before rows below them change, and run again after: those that
 * read or wrote one of these rows, those that read or wrote what the first ones wrote, and so on.
 * A row is given back to the server's state by all who wrote it or by none.
 */
export function affectedBy(pending: readonly Pending[], touched: Touched): Set<Pending> {
  const affected = new Set<Pending>()
  const rows = new Set(touched.rows)
  const isTouched = (id: RowId) => rows.has(id) || touched.shapes.has(shapeIn(id))
  const isAffected = ({ reads, writes }: Trace) => some(writes, isTouched) || some(reads, isTouched)
  for (let size = -1; size !== affected.size; ) {
    size = affected.size
    for (const mutation of pending) {
      if (affected.has(mutation) || !isAffected(mutation.trace)) continue
      affected.add(mutation)
      for (const id of mutation.trace.writes) rows.add(id)
    }
  }
  return affected
}

/**
 * The mutations that were left in place, but that came after one that ran again and now meets their
 * rows: it must not see what was done after it, nor they miss what it does.
 */
export function overtakenBy(
  pending: readonly Pending[],
  reran: ReadonlyMap<Pending, Trace>,
  inPlace: readonly Pending[],
): Set<Pending> {
  const places = new Map(pending.map((mutation, place) => [mutation, place]))
  const met = new Map<RowId, number>()
  const written = new Map<RowId, number>()
  for (const [mutation, trace] of reran) {
    const place = places.get(mutation) ?? 0
    for (const id of trace.reads) keepLeast(met, id, place)
    for (const id of trace.writes) keepLeast(met, id, place)
    for (const id of trace.writes) keepLeast(written, id, place)
  }
  const overtaken = inPlace.filter((mutation) => {
    const { trace } = mutation
    const place = places.get(mutation) ?? 0
    const isBefore = (other: number | undefined) => other !== undefined && other < place
    return (
      some(trace.writes, (id) => isBefore(met.get(id))) ||
      some(trace.reads, (id) => isBefore(written.get(id)))
    )
  })
  return new Set(overtaken)
}

const shapeIn = (id: RowId) => splitRowId(id).shape

function keepLeast<K>(least: Map<K, number>, key: K, value: number): void {
  least.set(key, Math.min(value, least.get(key) ?? value))
}

function some<T>(values: Iterable<T>, test: (value: T) => boolean): boolean {
  for (const value of values) if (test(value)) return true
  return false
}
