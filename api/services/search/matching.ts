import { RoaringBitmap32 } from 'roaring-wasm'
import type { Found, Segment } from './segment.ts'
import type { Atom, Clause } from './tokens.ts'

/**
 * The docs of a segment that match every clause; all of them without a clause. The caller disposes
 * of the result.
 */
export function match(segment: Segment, clauses: Clause[]): RoaringBitmap32 {
  const matches =
    clauses.length === 0
      ? RoaringBitmap32.fromRange(0, segment.size)
      : own(intersect(clauses.map((clause) => matchClause(segment, clause))))
  if (!segment.superseded.isEmpty) matches.andNotInPlace(segment.superseded)
  return matches
}

function matchClause(segment: Segment, { alternatives }: Clause): Found {
  return unite(alternatives.map((atoms) => matchAll(segment, atoms)))
}

function matchAll(segment: Segment, atoms: Atom[]): Found {
  return intersect(atoms.map(({ term, isPrefix }) => segment.find(term, isPrefix)))
}

function intersect(found: Found[]): Found {
  // The smallest first: every later step costs no more than what is left.
  const sets = found.map((set) => ({ ...set, size: set.docs.size })).sort((a, b) => a.size - b.size)
  const [first, second, ...rest] = sets
  if (!first) return { docs: new RoaringBitmap32(), isOwned: true }
  if (!second) return first
  const docs = RoaringBitmap32.and(first.docs, second.docs)
  for (const { docs: other } of rest) docs.andInPlace(other)
  release(found)
  return { docs, isOwned: true }
}

function unite(found: Found[]): Found {
  const [first, second] = found
  if (first && !second) return first
  const docs = RoaringBitmap32.orMany(found.map((set) => set.docs))
  release(found)
  return { docs, isOwned: true }
}

function own({ docs, isOwned }: Found): RoaringBitmap32 {
  return isOwned ? docs : docs.clone()
}

function release(found: Found[]): void {
  for (const { docs, isOwned } of found) if (isOwned) docs.dispose()
}
