import { FACETS, type Facet } from '#api/contract/search.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { xidLow } from '#api/services/search/xid.ts'
import { add, type BaseSegment } from './base-segment.ts'
import type { Atom } from './clauses.ts'
import { type DocSet, has, listSet } from './doc-set.ts'
import { GrowingDocs } from './growing-docs.ts'
import { GrowingTerms } from './growing-terms.ts'
import { facetNamespace, type Segment } from './segment.ts'
import { ORDER_KEYS, type OrderKey, PART_SEPARATOR, sortParts } from './sort-values.ts'
import { compareCodePoints } from './string-table.ts'
import { documentTerms } from './tokens.ts'

interface Entry {
  ordinal: number
  xid: number
  facets: Record<Facet, string | undefined>
  /** Sort values of the entries; undefined sorts last. */
  values: Record<OrderKey, string | undefined>
  /** The base's position before which each entry stands. */
  positions: Record<OrderKey, number>
}

/**
 * The changes since the base was built. Entries are only ever added: a new version of a person
 * supersedes the old entry, and a rebuild removes all.
 */
export class DeltaSegment implements Segment {
  private readonly outOfForce = new GrowingDocs()
  private readonly entries: Entry[] = []
  private readonly current = new Map<number, number>()
  private readonly terms = new GrowingTerms()
  private readonly orders = new Map<OrderKey, number[]>()

  constructor(private readonly base: BaseSegment) {}

  get size(): number {
    return this.entries.length
  }

  get superseded(): DocSet {
    return this.outOfForce.set
  }

  /** People in their current version. */
  get live(): number {
    return this.current.size
  }

  ordinal(doc: number): number {
    return this.entries[doc]?.ordinal ?? -1
  }

  position(doc: number, key: OrderKey): number {
    return this.entries[doc]?.positions[key] ?? 0
  }

  /** Transaction (low 32 bits) of the current version, or undefined. */
  xidOf(ordinal: number): number | undefined {
    const doc = this.current.get(ordinal)
    return doc === undefined ? undefined : this.entries[doc]?.xid
  }

  upsert(document: SearchDocument): void {
    this.remove(document.ordinal)
    const doc = this.entries.length
    const arrival = this.base.arrival(document.ordinal)
    const values = {} as Entry['values']
    const positions = {} as Entry['positions']
    for (const key of ORDER_KEYS) {
      const parts = sortParts(document, key)
      values[key] = parts.length === 0 ? undefined : parts.join(PART_SEPARATOR)
      positions[key] = this.base.columns[key].insertion(values[key], arrival)
    }
    const facets = {} as Entry['facets']
    for (const term of documentTerms(document)) {
      this.terms.add(term, doc)
      for (const facet of FACETS) {
        const namespace = facetNamespace(facet)
        if (term.startsWith(namespace)) facets[facet] = term.slice(namespace.length)
      }
    }
    this.entries.push({
      ordinal: document.ordinal,
      xid: xidLow(document.changed_xid),
      facets,
      values,
      positions,
    })
    this.current.set(document.ordinal, doc)
  }

  remove(ordinal: number): void {
    const doc = this.current.get(ordinal)
    if (doc === undefined) return
    this.outOfForce.add(doc)
    this.current.delete(ordinal)
  }

  bound(atom: Atom): number {
    return this.terms.bound(atom, this.size)
  }

  find(atom: Atom): DocSet {
    return this.terms.find(atom)
  }

  /** The terms with this prefix, those of superseded entries included. */
  termsFrom(prefix: string): Iterable<string> {
    return this.terms.from(prefix)
  }

  docsOf(ordinals: readonly number[]): DocSet {
    const docs = ordinals.flatMap((ordinal) => this.current.get(ordinal) ?? [])
    return listSet(Uint32Array.from(docs).sort())
  }

  countFacet(
    facet: Facet,
    docs: Uint32Array | undefined,
    counts: Map<string, number>,
    sign: 1 | -1,
  ): void {
    for (const doc of docs ?? this.entries.keys()) {
      const value = this.entries[doc]?.facets[facet]
      if (value !== undefined) add(counts, value, sign)
    }
  }

  /**
   * These docs in ascending order of a key, with those without a value in a separate list. The
   * order of all entries is cached, and only new ones are merged into it.
   */
  sorted(docs: DocSet, key: OrderKey): { valued: number[]; missing: number[] } {
    const valued: number[] = []
    const missing: number[] = []
    if (docs.size === 0) return { valued, missing }
    for (const doc of this.order(key)) {
      if (!has(docs, doc)) continue
      if (this.entries[doc]?.values[key] === undefined) missing.push(doc)
      else valued.push(doc)
    }
    return { valued, missing }
  }

  private order(key: OrderKey): number[] {
    const known = this.orders.get(key) ?? []
    if (known.length === this.entries.length) return known
    const compare = (a: number, b: number) => this.compare(a, b, key)
    const fresh = Array.from(
      { length: this.entries.length - known.length },
      (_, i) => known.length + i,
    ).sort(compare)
    const order = mergeSorted(known, fresh, compare)
    this.orders.set(key, order)
    return order
  }

  private compare(a: number, b: number, key: OrderKey): number {
    const left = this.entries[a]
    const right = this.entries[b]
    if (!left || !right) return 0
    return (
      left.positions[key] - right.positions[key] ||
      compareValues(left.values[key], right.values[key]) ||
      left.ordinal - right.ordinal
    )
  }
}

function compareValues(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  return compareCodePoints(a, b)
}

function mergeSorted(a: number[], b: number[], compare: (a: number, b: number) => number) {
  const merged: number[] = []
  let i = 0
  for (const right of b) {
    let left = a[i]
    while (left !== undefined && compare(left, right) <= 0) {
      merged.push(left)
      i += 1
      left = a[i]
    }
    merged.push(right)
  }
  for (; i < a.length; i++) merged.push(a[i] ?? 0)
  return merged
}
