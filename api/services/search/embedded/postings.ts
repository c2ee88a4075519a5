import { bytesAt, type Stored } from './byte-source.ts'
import { wordCount } from './doc-bits.ts'
import { lowerBound } from './doc-lists.ts'
import { type DocSet, isDense, isMergedFaster, listSet, or, Union } from './doc-set.ts'
import { KeptSets } from './kept-sets.ts'
import { inScratch, reserve } from './scratch.ts'

/**
 * Postings up to this size are kept in memory; a longer one is read on demand. Most terms of a
 * directory are rare names.
 */
export function rareMax(people: number): number {
  return Math.max(RARE_MAX, people >>> 14)
}
const RARE_MAX = 24

/** The docs of each term, by term index. */
export interface PostingsData {
  /** Rare postings, one after the other; term t owns `rareStarts[t] .. rareStarts[t + 1]`. */
  rare: Uint32Array
  rareStarts: Uint32Array
  /** The frequent terms, ascending, and their counts. */
  frequent: Uint32Array
  frequentSizes: Uint32Array
  /**
   * The frequent terms' postings, concatenated: a list or bits, whichever is smaller. In memory when
   * just built, on disk when loaded.
   */
  sets: Stored<Uint8Array>
}

export class Postings {
  /** Sum of the sizes of the frequent terms before each. */
  private readonly sizesBefore: Float64Array
  /** Where each frequent posting begins. */
  private readonly starts: Float64Array
  /** The cache of sets on disk; undefined when the sets are in memory. */
  private readonly kept: KeptSets | undefined

  constructor(
    private readonly data: PostingsData,
    private readonly people: number,
  ) {
    this.sizesBefore = new Float64Array(data.frequent.length + 1)
    this.starts = new Float64Array(data.frequent.length + 1)
    data.frequentSizes.forEach((size, index) => {
      this.starts[index + 1] = (this.starts[index] ?? 0) + setBytes(size, people)
      this.sizesBefore[index + 1] = (this.sizesBefore[index] ?? 0) + size
    })
    const largest = setBytes(people, people)
    reserve(largest)
    const { sets } = data
    if (!ArrayBuffer.isView(sets)) this.kept = new KeptSets(sets, largest / 2)
  }

  /** An upper bound of the docs with any of the terms from .. to (exclusive); exact for one term. */
  bound(from: number, to: number): number {
    const { rareStarts } = this.data
    const frequent =
      (this.sizesBefore[this.frequentIndex(to)] ?? 0) -
      (this.sizesBefore[this.frequentIndex(from)] ?? 0)
    return frequent + (rareStarts[to] ?? 0) - (rareStarts[from] ?? 0)
  }

  /** The docs with any of the terms from .. to (exclusive). */
  union(from: number, to: number): DocSet {
    const { rare, rareStarts } = this.data
    const first = this.frequentIndex(from)
    const end = this.frequentIndex(to)
    if (to - from === 1 && end > first) return this.frequentSet(first)
    const rareDocs = rare.subarray(rareStarts[from], rareStarts[to])
    if (to - from === 1) return listSet(rareDocs)
    if (isMergedFaster(this.bound(from, to), to - from, this.people)) {
      return or(Array.from({ length: to - from }, (_, i) => this.union(from + i, from + i + 1)))
    }
    const union = new Union(this.people)
    for (let index = first; index < end; index++) {
      inScratch(() => union.add(this.frequentSet(index)))
    }
    union.addDocs(rareDocs)
    return union.finish()
  }

  /** The docs with any of these terms. */
  unionOf(terms: readonly number[]): DocSet {
    const bound = terms.reduce((sum, term) => sum + this.bound(term, term + 1), 0)
    if (isMergedFaster(bound, terms.length, this.people)) {
      return or(terms.map((term) => this.union(term, term + 1)))
    }
    const union = new Union(this.people)
    for (const term of terms) inScratch(() => union.add(this.union(term, term + 1)))
    return union.finish()
  }

  /** The most frequent of the terms from .. to (exclusive), unordered; one pass over the sizes. */
  largest(from: number, to: number, limit: number): number[] {
    const { rareStarts, frequentSizes, frequent } = this.data
    const found: { term: number; size: number }[] = []
    let least = 0
    const offer = (term: number, size: number) => {
      if (size <= least) return
      found.push({ term, size })
      if (found.length < 2 * limit) return
      found.sort((a, b) => b.size - a.size).splice(limit)
      least = found.at(-1)?.size ?? 0
    }
    const end = this.frequentIndex(to)
    for (let index = this.frequentIndex(from); index < end; index++) {
      offer(frequent[index] ?? 0, frequentSizes[index] ?? 0)
    }
    // Every frequent term has more people than any rare one.
    if (found.length < limit) {
      for (let term = from; term < to; term++) {
        offer(term, (rareStarts[term + 1] ?? 0) - (rareStarts[term] ?? 0))
      }
    }
    found.sort((a, b) => b.size - a.size)
    return found.slice(0, limit).map(({ term }) => term)
  }

  async close(): Promise<void> {
    if ('close' in this.data.sets) await this.data.sets.close()
  }

  /** Index of the first frequent term that is not below `term`. */
  private frequentIndex(term: number): number {
    return lowerBound(this.data.frequent, term)
  }

  private frequentSet(index: number): DocSet {
    const { sets, frequentSizes } = this.data
    const from = this.starts[index] ?? 0
    const to = this.starts[index + 1] ?? 0
    const { buffer, byteOffset } = this.kept?.read(index, from, to) ?? bytesAt(sets, from, to)
    const size = frequentSizes[index] ?? 0
    return isDense(size, this.people)
      ? { size, bits: new Int32Array(buffer, byteOffset, (to - from) / 4) }
      : listSet(new Uint32Array(buffer, byteOffset, size))
  }
}

/** The size in bytes of a posting in its smaller form. */
export function setBytes(size: number, people: number): number {
  return 4 * (isDense(size, people) ? wordCount(people) : size)
}
