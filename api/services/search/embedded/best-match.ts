import type { BaseSegment } from './base-segment.ts'
import type { Clause } from './clauses.ts'
import type { DeltaSegment } from './delta-segment.ts'
import { andNot } from './doc-set.ts'
import { matchWithin } from './matching.ts'
import { type Matches, readPage } from './page.ts'

/**
 * One page in best-match order. Tiers are nested sets: the matches of a tier are computed only when
 * the better tiers do not fill the page.
 */
export function readBestMatches(
  base: BaseSegment,
  delta: DeltaSegment,
  matches: Matches,
  clauses: readonly Clause[],
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const page: number[] = []
  let skip = offset
  for (const tier of tiers(base, delta, matches, clauses)) {
    const count = tier.base.size + tier.delta.size
    const wanted = { offset: skip, limit: limit - page.length }
    if (skip < count && wanted.limit > 0) {
      page.push(...readPage(base, delta, tier, { key: 'best', direction: 'asc', ...wanted }))
    }
    if (page.length === limit) break
    skip = Math.max(0, skip - count)
  }
  return page
}

/** The matches by tier, the best first. */
function* tiers(
  base: BaseSegment,
  delta: DeltaSegment,
  matches: Matches,
  clauses: readonly Clause[],
): Generator<Matches> {
  let better: Matches | undefined
  const without = (within: Matches): Matches =>
    better
      ? { base: andNot(within.base, better.base), delta: andNot(within.delta, better.delta) }
      : within
  for (const tier of tiersBeforeLast(clauses)) {
    const within = {
      base: matchWithin(base, clauses, matches.base, tier),
      delta: matchWithin(delta, clauses, matches.delta, tier),
    }
    yield without(within)
    better = within
  }
  yield without(matches)
}

/**
 * The tiers that can rank people differently: from the first tier in which every clause can match
 * to the last but one. The last tier needs no query of its own, as it contains all matches.
 */
export function tiersBeforeLast(clauses: readonly Clause[]): number[] {
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded)
  const all = wanted.flatMap(({ alternatives }) => alternatives.map(({ tier }) => tier))
  const first = Math.max(
    ...wanted.map(({ alternatives }) => Math.min(...alternatives.map(({ tier }) => tier))),
  )
  const distinct = [...new Set(all)].sort((a, b) => a - b).filter((tier) => tier >= first)
  return distinct.slice(0, -1)
}
