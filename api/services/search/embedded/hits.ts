import { RoaringBitmap32 } from 'roaring-wasm'
import type { SortColumn } from './sort-column.ts'

/** The positions of the matches within one stretch of an order, ascending; ranks count from 0. */
export interface Hits {
  /** Positions of ranks from .. to (exclusive). */
  slice(from: number, to: number): ArrayLike<number>
  /** How many matches stand before a position. */
  countBefore(position: number): number
}

/** A stretch of an order: positions start .. end (exclusive), `count` of which match. */
export interface Stretch {
  start: number
  end: number
  count: number
}

/** Matches that have to be known, counted from either end of a stretch: one of the two is enough. */
export interface Reach {
  fromStart: number
  fromEnd: number
}

/** Up to this many matches, looking up and sorting their positions is the quickest way. */
const SORT_MAX = 3000

/** Positions looked at one by one before the matches are marked in one go instead (0.5 ms). */
const WALK_MAX = 20_000

/** Matches in order of arrival: a doc is its own position. */
export class ArrivalHits implements Hits {
  constructor(private readonly docs: RoaringBitmap32) {}

  slice(from: number, to: number): number[] {
    return this.docs.sliceArray(from, to)
  }

  countBefore(position: number): number {
    return position === 0 ? 0 : this.docs.rank(position - 1)
  }
}

/** Sorted positions of consecutive ranks, of which the first may be other than 0. */
export class SortedHits implements Hits {
  constructor(
    private readonly positions: Uint32Array,
    private readonly firstRank = 0,
  ) {}

  slice(from: number, to: number): Uint32Array {
    return this.positions.subarray(from - this.firstRank, to - this.firstRank)
  }

  countBefore(position: number): number {
    let low = 0
    let high = this.positions.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.positions[middle] ?? 0) < position) low = middle + 1
      else high = middle
    }
    return this.firstRank + low
  }
}

/** Matches marked in a bit set by position. */
class MarkedHits implements Hits {
  constructor(
    private readonly words: Int32Array,
    private readonly stretch: Stretch,
  ) {}

  slice(from: number, to: number): number[] {
    const { stretch } = this
    const positions: number[] = []
    let rank = 0
    for (let word = stretch.start >>> 5; word << 5 < stretch.end && rank < to; word++) {
      let bits = this.bitsOf(word)
      const count = popCount(bits)
      if (rank + count <= from) {
        rank += count
        continue
      }
      for (; bits !== 0 && rank < to; bits &= bits - 1) {
        if (rank >= from) positions.push((word << 5) + 31 - Math.clz32(bits & -bits))
        rank += 1
      }
    }
    return positions
  }

  countBefore(position: number): number {
    let count = 0
    for (let word = this.stretch.start >>> 5; word <= position >>> 5; word++) {
      const bits = this.bitsOf(word)
      count += popCount(word === position >>> 5 ? bits & ((1 << (position & 31)) - 1) : bits)
    }
    return count
  }

  /** The marks of 32 positions, less those before the stretch; ranks end before those after it. */
  private bitsOf(word: number): number {
    const { start } = this.stretch
    const bits = this.words[word] ?? 0
    return word === start >>> 5 ? bits & (-1 << (start & 31)) : bits
  }
}

/**
 * Finds the matches in a stretch of a sorted order, in the way that costs least.
 * @param docs everybody who matches
 * @param needed how far in the wanted ranks reach, from either end
 */
export function hitsIn(
  column: SortColumn,
  docs: RoaringBitmap32,
  stretch: Stretch,
  needed: Reach,
): Hits {
  if (docs.size <= SORT_MAX) return sortHits(column, docs, stretch)
  return walk(column, docs, stretch, needed) ?? mark(column, docs, stretch)
}

function sortHits(column: SortColumn, docs: RoaringBitmap32, { start, end }: Stretch): Hits {
  const positions = docs.toUint32Array()
  for (let i = 0; i < positions.length; i++) positions[i] = column.positions[positions[i] ?? 0] ?? 0
  return new SortedHits(positions.filter((position) => position >= start && position < end).sort())
}

/** Goes through the order from the nearer end; gives up where matches are too far between. */
function walk(
  { order }: SortColumn,
  docs: RoaringBitmap32,
  { start, end, count }: Stretch,
  { fromStart, fromEnd }: Reach,
): Hits | undefined {
  const isForward = fromStart <= fromEnd
  const wanted = Math.min(isForward ? fromStart : fromEnd, count)
  if (wanted > WALK_MAX) return undefined
  const found = new Uint32Array(wanted)
  const steps = Math.min(WALK_MAX, end - start)
  let rank = 0
  for (let step = 0; step < steps && rank < wanted; step++) {
    const position = isForward ? start + step : end - 1 - step
    if (docs.has(order[position])) {
      found[rank] = position
      rank += 1
    }
  }
  if (rank < wanted) return undefined
  return isForward ? new SortedHits(found) : new SortedHits(found.reverse(), count - wanted)
}

function mark({ positions }: SortColumn, docs: RoaringBitmap32, stretch: Stretch): Hits {
  const everybody = positions.length
  const words = new Int32Array((everybody >>> 5) + 1)
  if (docs.size * 2 <= everybody) {
    flip(words, positions, docs)
  } else {
    // Most people match: fewer have to be unmarked than marked.
    const others = RoaringBitmap32.flipRange(docs, 0, everybody)
    words.fill(-1)
    flip(words, positions, others)
    others.dispose()
  }
  return new MarkedHits(words, stretch)
}

function flip(words: Int32Array, positions: Uint32Array, docs: RoaringBitmap32): void {
  const flipped = docs.toUint32Array()
  for (let i = 0; i < flipped.length; i++) {
    const position = positions[flipped[i] ?? 0] ?? 0
    words[position >>> 5] = (words[position >>> 5] ?? 0) ^ (1 << (position & 31))
  }
}

function popCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
