import { type DocSet, isDense, listSet, lowerBound, or, wordCount } from './doc-set.ts'

/**
 * Terms of this many people or fewer are kept in memory; a longer posting is read when it is asked
 * for. Most terms of a directory are rare names.
 */
export function rareMax(people: number): number {
  return Math.max(RARE_MAX, people >>> 14)
}
const RARE_MAX = 24

/** Bytes of postings held open, per person in the segment: all that is used often, and a bound. */
const OPEN_BYTES_PER_PERSON = 24
const OPEN_BYTES_MIN = 1 << 25

/** Bytes that are read when they are needed. */
export interface ByteSource {
  read(from: number, to: number): Uint8Array
  close(): Promise<void>
}

/** Who holds which term, by term index. */
export interface PostingsData {
  /** Rare postings, one after the other; term t owns `rareStarts[t] .. rareStarts[t + 1]`. */
  rare: Uint32Array
  rareStarts: Uint32Array
  /** Terms that many hold, ascending, and how many do. */
  frequent: Uint32Array
  frequentSizes: Uint32Array
  /**
   * Their postings, one after the other: a list or bits, whichever is smaller. In memory when just
   * built, on disk when loaded.
   */
  sets: Uint8Array | ByteSource
}

export class Postings {
  /** Postings in use by place, the one used last at the end: unused terms cost no memory. */
  private readonly opened = new Map<number, DocSet>()
  private openBytes = 0
  private readonly openBytesMax: number

  /** Sum of the sizes of the frequent terms before each. */
  private readonly sizesBefore: Float64Array
  /** Where the posting of each begins. */
  private readonly starts: Float64Array

  constructor(
    private readonly data: PostingsData,
    private readonly people: number,
  ) {
    this.openBytesMax = Math.max(OPEN_BYTES_MIN, people * OPEN_BYTES_PER_PERSON)
    this.sizesBefore = new Float64Array(data.frequent.length + 1)
    this.starts = new Float64Array(data.frequent.length + 1)
    data.frequentSizes.forEach((size, index) => {
      this.starts[index + 1] = (this.starts[index] ?? 0) + setBytes(size, people)
      this.sizesBefore[index + 1] = (this.sizesBefore[index] ?? 0) + size
    })
  }

  /** At most this many people hold any of the terms from .. to (exclusive); exact for one term. */
  bound(from: number, to: number): number {
    const { rareStarts } = this.data
    const frequent =
      (this.sizesBefore[this.frequentIndex(to)] ?? 0) -
      (this.sizesBefore[this.frequentIndex(from)] ?? 0)
    return frequent + (rareStarts[to] ?? 0) - (rareStarts[from] ?? 0)
  }

  /** Who holds any of the terms from .. to (exclusive). */
  union(from: number, to: number): DocSet {
    const { rare, rareStarts } = this.data
    const sets: DocSet[] = []
    const end = this.frequentIndex(to)
    for (let index = this.frequentIndex(from); index < end; index++) sets.push(this.open(index))
    if (sets.length === to - from) return or(sets)
    for (let term = from; term < to; term++) {
      const start = rareStarts[term] ?? 0
      const stop = rareStarts[term + 1] ?? 0
      if (start < stop) sets.push(listSet(rare.subarray(start, stop)))
    }
    return or(sets)
  }

  /** Lets go of the postings least recently used where too many are open. Not within a query. */
  trim(): void {
    for (const index of this.opened.keys()) {
      if (this.openBytes <= this.openBytesMax) break
      this.openBytes -= (this.starts[index + 1] ?? 0) - (this.starts[index] ?? 0)
      this.opened.delete(index)
    }
  }

  async close(): Promise<void> {
    this.opened.clear()
    if (!(this.data.sets instanceof Uint8Array)) await this.data.sets.close()
  }

  /** Place of the first frequent term that is not below `term`. */
  private frequentIndex(term: number): number {
    return lowerBound(this.data.frequent, term)
  }

  private open(index: number): DocSet {
    const known = this.opened.get(index)
    if (known) {
      this.opened.delete(index)
      this.opened.set(index, known)
      return known
    }
    const { sets } = this.data
    const from = this.starts[index] ?? 0
    const to = this.starts[index + 1] ?? 0
    const { buffer, byteOffset } =
      sets instanceof Uint8Array ? sets.subarray(from, to) : sets.read(from, to)
    const size = this.data.frequentSizes[index] ?? 0
    const set = isDense(size, this.people)
      ? { size, bits: new Int32Array(buffer, byteOffset, (to - from) / 4) }
      : listSet(new Uint32Array(buffer, byteOffset, size))
    this.opened.set(index, set)
    this.openBytes += to - from
    return set
  }
}

/** Bytes that a posting of this size takes in its smaller form. */
export function setBytes(size: number, people: number): number {
  return 4 * (isDense(size, people) ? wordCount(people) : size)
}
