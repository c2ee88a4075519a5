import type { Alternative, Atom, Clause } from './clauses.ts'
import { allDocs, and, andNot, compact, type DocSet, keepingSet, NO_DOCS, or } from './doc-set.ts'
import type { Searchable } from './segment.ts'

/** The docs of a segment that match every clause; all docs without a clause. */
export function match(
  segment: Searchable,
  clauses: readonly Clause[],
  leaveOut: readonly number[] = [],
): DocSet {
  return keepingSet(() => matchAndLeaveOut(segment, clauses, leaveOut))
}

function matchAndLeaveOut(
  segment: Searchable,
  clauses: readonly Clause[],
  leaveOut: readonly number[],
): DocSet {
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded)
  let matches = wanted.length === 0 ? allDocs(segment.size) : matchAll(segment, wanted)
  for (const { alternatives, isExcluded } of clauses) {
    if (!isExcluded || matches.size === 0) continue
    matches = andNot(matches, narrowToAny(segment, alternatives, matches))
  }
  if (leaveOut.length > 0) matches = andNot(matches, segment.docsOf(leaveOut))
  return segment.superseded.size === 0 ? matches : andNot(matches, segment.superseded)
}

/** The docs among `docs` that match each clause by alternatives of tiers 0 to `tier` only. */
export function matchWithin(
  segment: Searchable,
  clauses: readonly Clause[],
  docs: DocSet,
  tier: number,
): DocSet {
  return keepingSet(() => narrowWithin(segment, clauses, docs, tier))
}

function narrowWithin(
  segment: Searchable,
  clauses: readonly Clause[],
  docs: DocSet,
  tier: number,
): DocSet {
  let left = docs
  for (const { alternatives, isExcluded } of clauses) {
    const allowed = alternatives.filter((alternative) => alternative.tier <= tier)
    if (isExcluded || allowed.length === alternatives.length || left.size === 0) continue
    left = narrowToAny(segment, allowed, left)
  }
  return left
}

/**
 * The most selective clause is matched first and each later one narrows the result: no step costs
 * more than the first, and the rest is skipped once the result is empty.
 */
function matchAll(segment: Searchable, clauses: readonly Clause[]): DocSet {
  const ordered = clauses
    .map((clause) => ({ clause, bound: clauseBound(segment, clause) }))
    .sort((a, b) => a.bound - b.bound)
  let left: DocSet | undefined
  for (const { clause } of ordered) {
    if (left?.size === 0) break
    left = narrowToAny(segment, clause.alternatives, left)
  }
  return left ?? NO_DOCS
}

/** The docs of `left` (without it, of the segment) that match any alternative. */
function narrowToAny(
  segment: Searchable,
  alternatives: readonly Alternative[],
  left: DocSet | undefined,
): DocSet {
  return keepingSet(() =>
    compact(or(alternatives.map(({ atoms }) => keepingSet(() => narrow(segment, atoms, left))))),
  )
}

/** The docs of `left` (without it, of the segment) that match every atom. */
function narrow(segment: Searchable, atoms: readonly Atom[], left: DocSet | undefined): DocSet {
  const ordered = [...atoms].sort((a, b) => segment.bound(a) - segment.bound(b))
  let matches = left
  for (const atom of ordered) {
    if (matches?.size === 0) break
    const found = segment.find(atom)
    matches = matches ? and(matches, found) : compact(found)
  }
  return matches ?? NO_DOCS
}

/** An upper bound of a clause's matches. */
function clauseBound(segment: Searchable, { alternatives }: Clause): number {
  return alternatives.reduce(
    (sum, { atoms }) => sum + Math.min(...atoms.map((atom) => segment.bound(atom))),
    0,
  )
}
