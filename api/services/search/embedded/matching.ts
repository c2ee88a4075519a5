import { allDocs, and, andNot, type DocSet, NO_DOCS, or } from './doc-set.ts'
import type { Segment } from './segment.ts'
import type { Atom, Clause } from './tokens.ts'

/** The docs of a segment that match every clause; all of them without a clause. */
export function match(segment: Segment, clauses: Clause[]): DocSet {
  const matches = clauses.length === 0 ? allDocs(segment.size) : matchAll(segment, clauses)
  return segment.superseded.size === 0 ? matches : andNot(matches, segment.superseded)
}

/**
 * The clause that leaves fewest people goes first and each later one narrows what is left: no step
 * costs more than that, and the rest is skipped when nobody is left.
 */
function matchAll(segment: Segment, clauses: Clause[]): DocSet {
  const ordered = clauses
    .map((clause) => ({ clause, bound: clauseBound(segment, clause) }))
    .sort((a, b) => a.bound - b.bound)
  let left: DocSet | undefined
  for (const { clause } of ordered) {
    if (left?.size === 0) break
    const before: DocSet | undefined = left
    left = or(clause.alternatives.map((atoms) => narrow(segment, atoms, before)))
  }
  return left ?? NO_DOCS
}

/** Those of `left` (of everybody, without it) who match every atom. */
function narrow(segment: Segment, atoms: Atom[], left: DocSet | undefined): DocSet {
  const ordered = [...atoms].sort((a, b) => bound(segment, a) - bound(segment, b))
  let matches = left
  for (const { term, isPrefix } of ordered) {
    if (matches?.size === 0) break
    const found = segment.find(term, isPrefix)
    matches = matches ? and(matches, found) : found
  }
  return matches ?? NO_DOCS
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
