import { FACETS, type Facet, type FacetCounts } from '#api/contract/search.ts'
import type { Clause } from './clauses.ts'
import { allDocs, andNot, type DocSet, toList } from './doc-set.ts'
import { match } from './matching.ts'
import { inScratch } from './scratch.ts'
import type { Segment } from './segment.ts'

/**
 * Counts people per value of each facet, over all segments, with every filter but the facet's own.
 * @param known the matches of all clauses in each segment, where they are already known
 */
export function countFacets(
  segments: readonly Segment[],
  clauses: Clause[],
  leaveOut: readonly number[] = [],
  known: readonly DocSet[] = [],
): FacetCounts {
  const counts = new Map<Facet, Map<string, number>>(FACETS.map((facet) => [facet, new Map()]))
  const filtered = FACETS.filter((facet) => clauses.some(({ filter }) => filter === facet))
  for (const [index, segment] of segments.entries()) {
    const count = (facets: Facet[], rest: Clause[], found?: DocSet) =>
      inScratch(() => {
        const matches = found ?? match(segment, rest, leaveOut)
        // The counts of all docs of a segment are stored: when most of them match, the others are
        // subtracted.
        const isMost = matches.size * 2 > segment.size
        const docs = toList(isMost ? andNot(allDocs(segment.size), matches) : matches)
        for (const facet of facets) {
          const values = counts.get(facet) ?? new Map()
          if (isMost) segment.countFacet(facet, undefined, values, 1)
          segment.countFacet(facet, docs, values, isMost ? -1 : 1)
        }
      })
    count(
      FACETS.filter((facet) => !filtered.includes(facet)),
      clauses,
      known[index],
    )
    for (const facet of filtered) {
      count(
        [facet],
        clauses.filter(({ filter }) => filter !== facet),
      )
    }
  }
  return Object.fromEntries(
    FACETS.map((facet) => [facet, Object.fromEntries(counts.get(facet) ?? [])]),
  ) as FacetCounts
}
