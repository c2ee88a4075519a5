import { numberAt, numbersAt, type Stored } from './byte-source.ts'
import { and, type DocSet, isDense, listSet } from './doc-set.ts'
import { bitsOf } from './set-kernel.ts'
import { StoredStrings, type StoredStringsData } from './stored-strings.ts'

/** The order of people by one key. A position is an index in that order, from 0. */
export interface SortColumnData {
  /** The person at each position: by value, then by arrival; people without a value at the end. */
  order: Stored<Uint32Array>
  /** The position of each person: the inverse of `order`. */
  positions: Uint32Array
  /** First position of each distinct value; the last entry is where people without a value begin. */
  valueStarts: Stored<Uint32Array>
  /** The distinct values, ascending, by which the position of a new person is found. */
  values: StoredStringsData
}

export class SortColumn {
  readonly positions: Uint32Array
  /** People with a value; positions from here on have none. */
  readonly valued: number
  private readonly missing: DocSet
  private readonly values: StoredStrings

  constructor(private readonly data: SortColumnData) {
    this.values = new StoredStrings(data.values)
    this.positions = data.positions
    this.valued = numberAt(data.valueStarts, this.values.size)
    const people = data.positions.length
    // People without a value are ordered by arrival, so their list is ascending already.
    const missing = this.docsAt(this.valued, people)
    this.missing = isDense(missing.length, people)
      ? { size: missing.length, bits: bitsOf(missing, people) }
      : listSet(missing)
  }

  /** The people at positions from .. to (exclusive). */
  docsAt(from: number, to: number): Uint32Array {
    return numbersAt(this.data.order, from, to)
  }

  /** The person at a position. */
  docAt(position: number): number {
    return numberAt(this.data.order, position)
  }

  /** How many of these people have a value. */
  countValued(docs: DocSet): number {
    return docs.size - and(docs, this.missing).size
  }

  /**
   * The position at which a new person is inserted.
   * @param value their sort value; undefined sorts last
   * @param arrival people of this segment with a lower ordinal
   */
  insertion(value: string | undefined, arrival: number): number {
    const { valueStarts } = this.data
    if (value === undefined) return this.amongEquals(this.valued, this.positions.length, arrival)
    const { rank, isKnown } = this.values.rankOf(value)
    const start = numberAt(valueStarts, rank)
    return isKnown ? this.amongEquals(start, numberAt(valueStarts, rank + 1), arrival) : start
  }

  private amongEquals(from: number, to: number, arrival: number): number {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.docAt(middle) < arrival) low = middle + 1
      else high = middle
    }
    return low
  }
}
