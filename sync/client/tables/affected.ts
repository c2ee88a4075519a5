import type { OutboxEntry } from '#sync/client/outbox/outbox-store.ts'
import type { ShapeId } from '#sync/contract/shapes.ts'
import type { ReadWriteSet } from './pending-rows.ts'
import { type RowId, rowPrefix } from './text-rows.ts'

/** A mutation on top of the server's rows, and the rows it read and wrote there. */
export interface Pending {
  entry: OutboxEntry
  accessed: ReadWriteSet
}

/** The rows that are about to change below the pending mutations. */
export interface Touched {
  rows: ReadonlySet<RowId>
  /** Shapes whose rows are all replaced. */
  shapes: ReadonlySet<ShapeId>
}

/**
 * The mutations that must be undone before rows below them change, and run again after: those that
 * read or wrote one of these rows, those that read or wrote what these wrote, and so on. A row
 * returns to the server's state only if all mutations that wrote it are undone.
 */
export function affectedBy(pending: readonly Pending[], touched: Touched): Set<Pending> {
  const affected = new Set<Pending>()
  const rows = new Set(touched.rows)
  const prefixes = [...touched.shapes].map(rowPrefix)
  const isTouched = (id: RowId) => rows.has(id) || prefixes.some((prefix) => id.startsWith(prefix))
  const isAffected = ({ reads, writes }: ReadWriteSet) =>
    some(writes, isTouched) || some(reads, isTouched)
  for (let size = -1; size !== affected.size; ) {
    size = affected.size
    for (const mutation of pending) {
      if (affected.has(mutation) || !isAffected(mutation.accessed)) continue
      affected.add(mutation)
      for (const id of mutation.accessed.writes) rows.add(id)
    }
  }
  return affected
}

/**
 * The mutations that were not undone, but follow one that ran again and now touches the same rows: they
 * must not see a state that it has not changed, nor it see their changes.
 */
export function overtakenBy(
  pending: readonly Pending[],
  reran: ReadonlyMap<Pending, ReadWriteSet>,
  inPlace: readonly Pending[],
): Set<Pending> {
  const places = new Map(pending.map((mutation, place) => [mutation, place]))
  const met = new Map<RowId, number>()
  const written = new Map<RowId, number>()
  for (const [mutation, accessed] of reran) {
    const place = places.get(mutation) ?? 0
    for (const id of accessed.reads) setMinimum(met, id, place)
    for (const id of accessed.writes) setMinimum(met, id, place)
    for (const id of accessed.writes) setMinimum(written, id, place)
  }
  const overtaken = inPlace.filter((mutation) => {
    const { accessed } = mutation
    const place = places.get(mutation) ?? 0
    const isBefore = (other: number | undefined) => other !== undefined && other < place
    return (
      some(accessed.writes, (id) => isBefore(met.get(id))) ||
      some(accessed.reads, (id) => isBefore(written.get(id)))
    )
  })
  return new Set(overtaken)
}

function setMinimum<K>(least: Map<K, number>, key: K, value: number): void {
  least.set(key, Math.min(value, least.get(key) ?? value))
}

function some<T>(values: Iterable<T>, test: (value: T) => boolean): boolean {
  for (const value of values) if (test(value)) return true
  return false
}
