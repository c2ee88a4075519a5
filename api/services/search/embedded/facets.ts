import { FACETS, type Facet, type FacetCounts } from '../../../../db/schema/search.ts'
import type { DocSet } from './doc-set.ts'
import { match } from './matching.ts'
import type { Segment } from './segment.ts'
import type { Clause } from './tokens.ts'

/** Counts people per value of each facet, over segments, with every filter but the facet's own. */
export function countFacets(segments: Segment[], clauses: Clause[]): FacetCounts {
  const counts = new Map<Facet, Map<string, number>>(FACETS.map((facet) => [facet, new Map()]))
  const filtered = FACETS.filter((facet) => clauses.some(({ filter }) => filter === facet))
  for (const segment of segments) {
    const count = (facets: Facet[], rest: Clause[]) => {
      const docs = matchingDocs(segment, rest)
      for (const facet of facets) segment.countFacet(facet, docs, counts.get(facet) ?? new Map())
    }
    count(
      FACETS.filter((facet) => !filtered.includes(facet)),
      clauses,
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

/** The docs that match, or undefined for all of them: a segment knows those counts already. */
function matchingDocs(segment: Segment, clauses: Clause[]): DocSet | undefined {
  if (clauses.length === 0 && segment.superseded.size === 0) return undefined
  return match(segment, clauses)
}
