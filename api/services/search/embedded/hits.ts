import { popCount } from './doc-bits.ts'
import { allDocs, andNot, type DocSet, toBits, toList } from './doc-set.ts'
import { bitWords, doubles, inScratch, numbers } from './scratch.ts'
import { selectByBits } from './set-kernel.ts'
import type { SortColumn } from './sort-column.ts'

/** The positions of the matches within a stretch of an order, ascending; ranks count from 0. */
export interface Hits {
  /** Ranks from .. to (exclusive). */
  slice(from: number, to: number): Placed
  /** How many matches stand before a position. */
  countBefore(position: number): number
}

/** Matches by rank: the position and the doc of each. */
interface Placed {
  positions: ArrayLike<number>
  docs: ArrayLike<number>
}

/** A stretch of an order: positions start .. end (exclusive), `count` of which match. */
export interface Stretch {
  start: number
  end: number
  count: number
}

/**
 * How many matches are needed, counted from either end of a stretch: satisfying one of the two is
 * enough.
 */
export interface Reach {
  fromStart: number
  fromEnd: number
}

/** Up to this many ranks from an end, selecting them is faster than marking all matches. */
const SELECT_MAX = 2000

/** Hits with consecutive ranks, of which the first may be greater than 0. */
class SortedHits implements Hits {
  constructor(
    private readonly column: SortColumn,
    private readonly docs: Uint32Array,
    private readonly firstRank: number,
  ) {}

  slice(from: number, to: number): Placed {
    const { column, firstRank } = this
    const docs = this.docs.subarray(from - firstRank, to - firstRank)
    return { positions: Array.from(docs, (doc) => column.positions[doc] ?? 0), docs }
  }

  countBefore(position: number): number {
    const { positions } = this.column
    let low = 0
    let high = this.docs.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((positions[this.docs[middle] ?? 0] ?? 0) < position) low = middle + 1
      else high = middle
    }
    return this.firstRank + low
  }
}

/** Hits marked in a bit set by position. */
class MarkedHits implements Hits {
  constructor(
    private readonly column: SortColumn,
    private readonly words: Int32Array,
    private readonly stretch: Stretch,
  ) {}

  slice(from: number, to: number): Placed {
    const { stretch, column } = this
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
    return { positions, docs: positions.map((position) => column.docAt(position)) }
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
 * @param reach how far the wanted ranks reach, from either end
 */
export function hitsIn(column: SortColumn, docs: DocSet, stretch: Stretch, reach: Reach): Hits {
  const isForward = reach.fromStart <= reach.fromEnd
  const wanted = Math.min(isForward ? reach.fromStart : reach.fromEnd, stretch.count)
  if (wanted === 0) return new SortedHits(column, numbers(0), isForward ? 0 : stretch.count)
  const walked =
    docs.bits || docs.size >= WALK_LIST_MIN
      ? walk(column, docs, stretch, wanted, isForward)
      : undefined
  if (walked) return walked
  return docs.list && (docs.size <= SELECT_MAX || wanted <= SELECT_MAX)
    ? select(column, docs, stretch, wanted, isForward)
    : mark(column, docs, stretch)
}

/**
 * Multiplier that packs a position and a doc into one number, which sorts by both; exact, as there
 * are fewer than 2^27 of each.
 */
const PLACE = 2 ** 26

/** Candidates collected between two sorts, in addition to the number wanted. */
const CANDIDATES_MIN = 128

/** Looks up the position of every match and keeps those nearest to one end. */
function select(
  column: SortColumn,
  docs: DocSet,
  { start, end, count }: Stretch,
  wanted: number,
  isForward: boolean,
): Hits {
  const { positions } = column
  const list = toList(docs)
  const keys = doubles(Math.min(list.length, wanted + Math.max(wanted, CANDIDATES_MIN)))
  let held = 0
  /** Positions from here on are not wanted: enough matches are nearer. */
  let cutoff = end - start
  for (let i = 0; i < list.length; i++) {
    const doc = list[i] ?? 0
    const position = positions[doc] ?? 0
    const place = isForward ? position - start : end - 1 - position
    if (place < 0 || place >= cutoff) continue
    if (held === keys.length) {
      keys.sort()
      held = wanted
      cutoff = Math.floor((keys[wanted - 1] ?? 0) / PLACE)
      if (place >= cutoff) continue
    }
    keys[held] = place * PLACE + doc
    held += 1
  }
  const nearest = keys.subarray(0, held).sort().subarray(0, wanted)
  if (!isForward) nearest.reverse()
  const found = numbers(nearest.length)
  for (let i = 0; i < nearest.length; i++) found[i] = (nearest[i] ?? 0) % PLACE
  return new SortedHits(column, found, isForward ? 0 : count - nearest.length)
}

/**
 * The size of the first and the largest chunk read: an order is on disk, and is read in growing
 * chunks.
 */
const WALK_MIN = 512
const WALK_MAX = 1 << 13

/** Positions walked in the time of one random lookup. */
const WALK_STEPS = 16

/**
 * A list of this length is turned into bits and walked: looking up as many positions takes longer.
 */
const WALK_LIST_MIN = 1500

/** Walks the order from the nearer end; gives up when matches are too sparse. */
function walk(
  column: SortColumn,
  docs: DocSet,
  { start, end, count }: Stretch,
  wanted: number,
  isForward: boolean,
): Hits | undefined {
  // The alternative is to look up every match, or every second person: the walk must take no
  // longer, and is skipped when the wanted matches would lie deeper if they were spread evenly.
  const docsInAll = column.positions.length
  const steps = Math.min(docs.size * WALK_STEPS, docsInAll - docs.size, end - start)
  const expected = (wanted * (end - start)) / count
  if (expected > steps) return undefined
  const bits = toBits(docs, docsInAll)
  const found = numbers(wanted)
  let held = 0
  let length = Math.min(Math.max(WALK_MIN, Math.ceil(expected)), WALK_MAX)
  for (
    let step = 0;
    step < steps && held < wanted;
    step += length, length = Math.min(length * 2, WALK_MAX)
  ) {
    const near = isForward ? start + step : Math.max(start, end - step - length)
    const far = isForward ? Math.min(end, near + length) : end - step
    inScratch(() => {
      const hits = selectByBits(column.docsAt(near, far), bits, 0)
      const first = isForward ? 0 : Math.max(0, hits.length - wanted + held)
      const nearest = hits.subarray(first, isForward ? wanted - held : hits.length)
      if (!isForward) nearest.reverse()
      found.set(nearest, held)
      held += nearest.length
    })
  }
  if (held < wanted) return undefined
  if (!isForward) found.reverse()
  return new SortedHits(column, found, isForward ? 0 : count - wanted)
}

function mark(column: SortColumn, docs: DocSet, stretch: Stretch): Hits {
  const { positions } = column
  const everybody = positions.length
  const words = bitWords((everybody >>> 5) + 1)
  if (docs.size * 2 <= everybody) {
    flip(words.fill(0), positions, docs)
  } else {
    // Most people match: unmarking the others is cheaper than marking the matches.
    flip(words.fill(-1), positions, andNot(allDocs(everybody), docs))
  }
  return new MarkedHits(column, words, stretch)
}

function flip(words: Int32Array, positions: Uint32Array, docs: DocSet): void {
  const flipped = toList(docs)
  for (let i = 0; i < flipped.length; i++) {
    const position = positions[flipped[i] ?? 0] ?? 0
    words[position >>> 5] = (words[position >>> 5] ?? 0) ^ (1 << (position & 31))
  }
}
