import { RoaringBitmap32 } from 'roaring-wasm'
import type { Found, Segment } from './segment.ts'
import type { Atom, Clause } from './tokens.ts'

/**
 * The docs of a segment that match every clause; all of them without a clause. Give the result to
 * `release` when done.
 */
export function match(segment: Segment, clauses: Clause[]): Found {
  const matches =
    clauses.length === 0
      ? { docs: RoaringBitmap32.fromRange(0, segment.size), isOwned: true }
      : matchAll(segment, clauses)
  if (segment.superseded.isEmpty) return matches
  const docs = RoaringBitmap32.andNot(matches.docs, segment.superseded)
  release(matches)
  return { docs, isOwned: true }
}

/** Disposes of a bitmap unless it belongs to a segment. */
export function release({ docs, isOwned }: Found): void {
  if (isOwned) docs.dispose()
}

/**
 * The clause that leaves fewest people goes first and each later one narrows what is left: no step
 * costs more than that, and the rest is skipped when nobody is left.
 */
function matchAll(segment: Segment, clauses: Clause[]): Found {
  const ordered = clauses
    .map((clause) => ({ clause, bound: clauseBound(segment, clause) }))
    .sort((a, b) => a.bound - b.bound)
  let left: Found | undefined
  for (const { clause } of ordered) {
    if (left?.docs.isEmpty) break
    const before: Found | undefined = left
    left = unite(clause.alternatives.map((atoms) => narrow(segment, atoms, before)))
    if (before) release(before)
  }
  return left ?? { docs: new RoaringBitmap32(), isOwned: true }
}

/** Those of `left` (of everybody, without it) who match every atom. `left` stays the caller's. */
function narrow(segment: Segment, atoms: Atom[], left: Found | undefined): Found {
  const ordered = [...atoms].sort((a, b) => bound(segment, a) - bound(segment, b))
  let matches: Found | undefined
  for (const { term, isPrefix } of ordered) {
    const found = segment.find(term, isPrefix)
    const others: Found | undefined = matches ?? left
    if (!others) {
      matches = found
      continue
    }
    const docs = RoaringBitmap32.and(others.docs, found.docs)
    release(found)
    if (matches) release(matches)
    matches = { docs, isOwned: true }
    if (docs.isEmpty) break
  }
  return matches ?? { docs: new RoaringBitmap32(), isOwned: true }
}

function unite(found: Found[]): Found {
  const [first, second] = found
  if (first && !second) return first
  const docs = RoaringBitmap32.orMany(found.map((set) => set.docs))
  for (const set of found) release(set)
  return { docs, isOwned: true }
}

/** At most this many people match. */
function clauseBound(segment: Segment, { alternatives }: Clause): number {
  return alternatives.reduce(
    (sum, atoms) => sum + Math.min(...atoms.map((atom) => bound(segment, atom))),
    0,
  )
}

function bound(segment: Segment, { term, isPrefix }: Atom): number {
  return segment.bound(term, isPrefix)
}
