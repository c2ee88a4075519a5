import type { Facet } from '#api/contract/search.ts'
import type { Atom } from './clauses.ts'
import type { DocSet } from './doc-set.ts'
import { NAMESPACES } from './tokens.ts'

/**
 * A collection of people that clauses are matched against. They are numbered from 0 ("docs") in
 * insertion order.
 */
export interface Searchable {
  /** Docs replaced by a later version or a deletion. */
  readonly superseded: DocSet
  /** Docs in it, superseded ones included. */
  readonly size: number
  /** An upper bound of an atom's matches, computed without reading them. */
  bound(atom: Atom): number
  /** The docs that match an atom. */
  find(atom: Atom): DocSet
  /**
   * The current docs of these people, given by ascending ordinals; people of other segments are
   * omitted.
   */
  docsOf(ordinals: readonly number[]): DocSet
}

/** Part of the index: the base is large and immutable, the delta holds the changes since. */
export interface Segment extends Searchable {
  /**
   * Adds to `counts` how many of these docs (without `docs`, of all) have each value of a facet.
   * @param sign -1 subtracts them instead
   */
  countFacet(
    facet: Facet,
    docs: Uint32Array | undefined,
    counts: Map<string, number>,
    sign: 1 | -1,
  ): void
}

/** The namespace in which a facet's values are terms. */
export const facetNamespace = (facet: Facet) =>
  facet === 'specialty' ? NAMESPACES.specialtyName : NAMESPACES[facet]
