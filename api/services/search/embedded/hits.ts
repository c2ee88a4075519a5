import { popCount } from './doc-bits.ts'
import { lowerBound } from './doc-lists.ts'
import { allDocs, andNot, type DocSet, has, toList } from './doc-set.ts'
import { bitWords, numbers } from './scratch.ts'
import type { SortColumn } from './sort-column.ts'

/** The positions of the matches within a stretch of an order, ascending; ranks count from 0. */
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

/** How many matches are needed, counted from either end of a stretch: one of the two is enough. */
export interface Reach {
  fromStart: number
  fromEnd: number
}

/** Up to this many matches, looking up and sorting their positions is fastest. */
const SORT_MAX = 2000

/** Sorted positions of consecutive ranks, of which the first may be other than 0. */
class SortedHits implements Hits {
  constructor(
    private readonly positions: Uint32Array,
    private readonly firstRank = 0,
  ) {}

  slice(from: number, to: number): Uint32Array {
    return this.positions.subarray(from - this.firstRank, to - this.firstRank)
  }

  countBefore(position: number): number {
    return this.firstRank + lowerBound(this.positions, position)
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

  /** The marks of 32 positions, without those before the stretch; ranks end before those after it. */
  private bitsOf(word: number): number {
    const { start } = this.stretch
    const bits = this.words[word] ?? 0
    return word === start >>> 5 ? bits & (-1 << (start & 31)) : bits
  }
}

/**
 * Finds the matches in a stretch of a sorted order, by the cheapest method.
 * @param docs all matches
 * @param needed how far the wanted ranks reach, from either end
 */
export function hitsIn(column: SortColumn, docs: DocSet, stretch: Stretch, needed: Reach): Hits {
  if (docs.size <= SORT_MAX) return sortHits(column, docs, stretch)
  return (docs.bits && walk(column, docs, stretch, needed)) ?? mark(column, docs, stretch)
}

function sortHits(column: SortColumn, docs: DocSet, { start, end }: Stretch): Hits {
  const list = toList(docs)
  const positions = numbers(list.length)
  let count = 0
  for (let i = 0; i < list.length; i++) {
    const position = column.positions[list[i] ?? 0] ?? 0
    if (position < start || position >= end) continue
    positions[count] = position
    count += 1
  }
  return new SortedHits(positions.subarray(0, count).sort())
}

/** Positions per read: an order on disk is read in chunks of this size. */
const WALK_STRETCH = 512

/** Walks the order from the nearer end; gives up when matches are too sparse. */
function walk(
  column: SortColumn,
  docs: DocSet,
  { start, end, count }: Stretch,
  { fromStart, fromEnd }: Reach,
): Hits | undefined {
  const isForward = fromStart <= fromEnd
  const wanted = Math.min(isForward ? fromStart : fromEnd, count)
  // Looking at a position costs about as much as marking a match: the walk is limited to that many
  // steps, and skipped when, by an even spread, the wanted matches lie deeper.
  const steps = Math.min(docs.size, column.positions.length - docs.size, end - start)
  if (wanted * (end - start) > steps * count) return undefined
  const found = numbers(wanted)
  let rank = 0
  for (let step = 0; step < steps && rank < wanted; step += WALK_STRETCH) {
    const length = Math.min(WALK_STRETCH, steps - step)
    const from = isForward ? start + step : end - step - length
    const people = column.docsAt(from, from + length)
    for (let i = 0; i < length && rank < wanted; i++) {
      const place = isForward ? i : length - 1 - i
      if (!has(docs, people[place] ?? 0)) continue
      found[rank] = from + place
      rank += 1
    }
  }
  if (rank < wanted) return undefined
  return isForward ? new SortedHits(found) : new SortedHits(found.reverse(), count - wanted)
}

function mark({ positions }: SortColumn, docs: DocSet, stretch: Stretch): Hits {
  const everybody = positions.length
  const words = bitWords((everybody >>> 5) + 1)
  if (docs.size * 2 <= everybody) {
    flip(words.fill(0), positions, docs)
  } else {
    // Most people match: unmarking the others is cheaper than marking the matches.
    flip(words.fill(-1), positions, andNot(allDocs(everybody), docs))
  }
  return new MarkedHits(words, stretch)
}

function flip(words: Int32Array, positions: Uint32Array, docs: DocSet): void {
  const flipped = toList(docs)
  for (let i = 0; i < flipped.length; i++) {
    const position = positions[flipped[i] ?? 0] ?? 0
    words[position >>> 5] = (words[position >>> 5] ?? 0) ^ (1 << (position & 31))
  }
}
