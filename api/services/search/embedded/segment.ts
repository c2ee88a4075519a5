import type { Facet } from '#db/schema/search.ts'
import type { Atom } from './clauses.ts'
import type { DocSet } from './doc-set.ts'
import { NAMESPACES } from './tokens.ts'

/**
 * Part of the index. People in it are numbered from 0 ("docs") in the order they were put in. The
 * base segment is large and never changes; the delta holds what came since.
 */
export interface Segment {
  /** Docs in it that a later version or a removal has taken out of force. */
  readonly superseded: DocSet
  /** Docs in it, superseded ones included. */
  readonly size: number
  /** At most this many hold what is looked up, found without looking at them. */
  bound(atom: Atom): number
  /** Who holds what is looked up. */
  find(atom: Atom): DocSet
  /** The docs in force of these people (ascending ordinals), those of others left out. */
  docsOf(ordinals: readonly number[]): DocSet
  /**
   * Adds to `counts` how many of these docs (of all, without `docs`) hold each value of a facet.
   * @param sign -1 takes them off instead
   */
  countFacet(
    facet: Facet,
    docs: Uint32Array | undefined,
    counts: Map<string, number>,
    sign: 1 | -1,
  ): void
}

/** The namespace in which a facet's values are terms. */
export const FACET_NAMESPACES = {
  specialty: NAMESPACES.specialtyName,
  state: NAMESPACES.state,
  companySize: NAMESPACES.companySize,
  companyRevenue: NAMESPACES.companyRevenue,
  companyIndustry: NAMESPACES.companyIndustry,
} as const satisfies Record<Facet, string>
