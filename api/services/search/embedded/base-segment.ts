import { FACETS, type Facet } from '#api/contract/search.ts'
import type { DeletionIndex } from '#api/services/search/understanding/deletion-index.ts'
import { numberAt, type Stored } from './byte-source.ts'
import { Cards, type CardsData } from './cards.ts'
import type { Atom } from './clauses.ts'
import { type CorrectionsData, correctionsOf } from './correction-words.ts'
import { gallop, lowerBound } from './doc-lists.ts'
import { type DocSet, has, listSet } from './doc-set.ts'
import { GrowingDocs } from './growing-docs.ts'
import { NpiColumn, type NpiColumnData, npiValue } from './npi-column.ts'
import { NumberList } from './number-list.ts'
import { Postings, type PostingsData } from './postings.ts'
import { facetNamespace, type Segment } from './segment.ts'
import { SortColumn, type SortColumnData } from './sort-column.ts'
import { ORDER_KEYS, type OrderKey } from './sort-values.ts'
import { StringTable } from './string-table.ts'
import { NAMESPACES, prefixTerm } from './tokens.ts'

/** Sorted strings, in the form that they have in memory and in a snapshot. */
export interface StringTableData {
  bytes: Uint8Array
  offsets: Uint32Array
}

/** The data of a base segment: flat arrays, so that loading needs no parsing. */
export interface BaseSegmentData {
  /** Ordinal of each doc, ascending. */
  ordinals: Uint32Array
  /** Low 32 bits of the transaction that last wrote each doc. */
  xids: Stored<Uint32Array>
  terms: StringTableData
  postings: PostingsData
  npis: NpiColumnData
  columns: Record<OrderKey, SortColumnData>
  /** Facet value of each doc, as 1 + its index among the facet's values; 0 for none. */
  facets: Record<Facet, Uint8Array | Uint16Array | Uint32Array>
  /** The possible corrections of misspelt words. */
  corrections: CorrectionsData
  /** Present in a snapshot only. */
  cards?: CardsData
}

const mapKeys = <K extends string, V>(keys: readonly K[], value: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>

/** The large, immutable part of the index. */
export class BaseSegment implements Segment {
  readonly ordinals: Uint32Array
  readonly columns: Record<OrderKey, SortColumn>
  /** The possible corrections of misspelt words. */
  readonly corrections: DeletionIndex
  private readonly terms: StringTable
  private readonly postings: Postings
  private readonly npis: NpiColumn
  private readonly facetTerms: Record<Facet, [from: number, to: number]>
  private readonly cards: Cards | undefined
  private readonly outOfForce = new GrowingDocs()

  constructor(private readonly data: BaseSegmentData) {
    this.ordinals = data.ordinals
    this.terms = new StringTable(data.terms.bytes, data.terms.offsets)
    this.postings = new Postings(data.postings, data.ordinals.length)
    this.corrections = correctionsOf(this.terms, data.corrections)
    this.npis = new NpiColumn(data.npis)
    this.cards = data.cards && new Cards(data.cards)
    this.columns = mapKeys(ORDER_KEYS, (key) => new SortColumn(data.columns[key]))
    this.facetTerms = mapKeys(FACETS, (facet) => this.terms.prefixRange(facetNamespace(facet)))
  }

  get size(): number {
    return this.ordinals.length
  }

  get superseded(): DocSet {
    return this.outOfForce.set
  }

  /** Marks a doc as superseded. Returns whether it was not before. */
  supersede(doc: number): boolean {
    return this.outOfForce.add(doc)
  }

  /** Overwrites a doc's card. */
  eraseCard(doc: number): void {
    this.cards?.erase(doc)
  }

  /**
   * These people as results show them, a JSON array; undefined unless all of them are in this
   * segment and none is superseded.
   */
  people(ordinals: readonly number[]): Buffer | undefined {
    const docs = ordinals.map((ordinal) => this.arrival(ordinal))
    const { superseded } = this
    const areHere = docs.every(
      (doc, index) => this.ordinals[doc] === ordinals[index] && !has(superseded, doc),
    )
    return areHere ? this.cards?.read(docs) : undefined
  }

  /** Low 32 bits of the transaction that last wrote a doc. */
  xid(doc: number): number {
    return numberAt(this.data.xids, doc)
  }

  /** How many people of this segment have a lower ordinal. */
  arrival(ordinal: number): number {
    return lowerBound(this.ordinals, ordinal)
  }

  bound({ term, how }: Atom): number {
    // A phrase is not counted: its words, whose bounds are lower, are looked up first.
    if (how === 'phrase') return this.size
    const npi = npiOf(term)
    if (npi !== undefined) return this.npis.count(npi)
    const [from, to] = this.termRange(term, how === 'prefix')
    return this.postings.bound(from, to)
  }

  find({ term, how }: Atom): DocSet {
    if (how === 'phrase') {
      const [from, to] = this.terms.prefixRange(term.charAt(0))
      return this.postings.unionOf(this.terms.withPhrase(term.slice(1), from, to))
    }
    const npi = npiOf(term)
    if (npi !== undefined) return this.npis.find(npi)
    const [from, to] = this.termRange(term, how === 'prefix')
    return this.postings.union(from, to)
  }

  /** The terms with this prefix, in order, each with the number of docs that have it. */
  *termsFrom(prefix: string): Generator<[term: string, docs: number]> {
    const [from, to] = this.terms.prefixRange(prefix)
    for (let term = from; term < to; term++) {
      yield [this.terms.at(term), this.postings.bound(term, term + 1)]
    }
  }

  /** The most frequent terms with this prefix, unordered. */
  largest(prefix: string, limit: number): string[] {
    const [from, to] = this.terms.prefixRange(prefix)
    return this.postings.largest(from, to, limit).map((term) => this.terms.at(term))
  }

  docsOf(ordinals: readonly number[]): DocSet {
    const docs = new NumberList()
    let doc = 0
    for (const ordinal of ordinals) {
      doc = gallop(this.ordinals, ordinal, doc)
      if (this.ordinals[doc] === ordinal) docs.push(doc)
    }
    return listSet(docs.finish())
  }

  countFacet(
    facet: Facet,
    docs: Uint32Array | undefined,
    counts: Map<string, number>,
    sign: 1 | -1,
  ): void {
    const [from, to] = this.facetTerms[facet]
    const sums = docs ? this.sumFacet(facet, docs) : undefined
    for (let term = from; term < to; term++) {
      const count = sums ? (sums[term - from + 1] ?? 0) : this.postings.bound(term, term + 1)
      if (count > 0) add(counts, this.terms.at(term).slice(1), sign * count)
    }
  }

  async close(): Promise<void> {
    await this.postings.close()
  }

  private sumFacet(facet: Facet, docs: Uint32Array): Uint32Array {
    const [from, to] = this.facetTerms[facet]
    const codes = this.data.facets[facet]
    const values = to - from + 1
    // The sums use four lanes in turn: consecutive people often have the same value, and each
    // addition to a sum waits until the previous one is stored.
    const sums = new Uint32Array(values * LANES)
    const whole = docs.length - (docs.length % LANES)
    for (let i = 0; i < whole; i += LANES) {
      const first = codes[docs[i] ?? 0] ?? 0
      const second = (codes[docs[i + 1] ?? 0] ?? 0) + values
      const third = (codes[docs[i + 2] ?? 0] ?? 0) + values * 2
      const fourth = (codes[docs[i + 3] ?? 0] ?? 0) + values * 3
      sums[first] = (sums[first] ?? 0) + 1
      sums[second] = (sums[second] ?? 0) + 1
      sums[third] = (sums[third] ?? 0) + 1
      sums[fourth] = (sums[fourth] ?? 0) + 1
    }
    for (let i = whole; i < docs.length; i++) {
      const code = codes[docs[i] ?? 0] ?? 0
      sums[code] = (sums[code] ?? 0) + 1
    }
    for (let place = values; place < sums.length; place++) {
      sums[place % values] = (sums[place % values] ?? 0) + (sums[place] ?? 0)
    }
    return sums
  }

  /** The range of terms to unite: from, to (exclusive). */
  private termRange(term: string, isPrefix: boolean): [from: number, to: number] {
    // A three-letter prefix matches so many terms that their union is stored as a term of its own.
    const whole =
      isPrefix && prefixTerm(term)?.length === term.length ? prefixTerm(term) : undefined
    const index = isPrefix && whole === undefined ? -1 : this.terms.indexOf(whole ?? term)
    if (index >= 0) return [index, index + 1]
    return isPrefix ? this.terms.prefixRange(term) : [0, 0]
  }
}

const LANES = 4

/** The NPI that a term looks up, if the column can hold it. */
const npiOf = (term: string) =>
  term.startsWith(NAMESPACES.npi) ? npiValue(term.slice(1)) : undefined

/** Adds to a count, and removes a count of zero. */
export function add(counts: Map<string, number>, value: string, count: number): void {
  const sum = (counts.get(value) ?? 0) + count
  if (sum === 0) counts.delete(value)
  else counts.set(value, sum)
}
