import { clearBits, countBits, listOf, orInto, popCount, setBits, wordCount } from './doc-bits.ts'
import { intersect, lowerBound, merge, selectByBits, subtract } from './doc-lists.ts'
import { bitWords } from './scratch.ts'

/**
 * Sets of docs, in the smaller of two forms: a sorted list with 32 bits per doc, or a bit set over
 * all docs of the segment. Both are flat arrays, so that a set has the same form in a snapshot as in
 * memory, and every operation is a loop over one or two of them. Sets are immutable.
 */
export type DocSet = DocList | DocBits

interface DocList {
  readonly size: number
  /** Ascending, each doc once. */
  readonly list: Uint32Array
  readonly bits?: undefined
}

interface DocBits {
  readonly size: number
  /** Doc d is bit d % 32 of word d / 32; words after the last one are empty. */
  readonly bits: Int32Array
  readonly list?: undefined
}

export const NO_DOCS: DocSet = { size: 0, list: new Uint32Array() }

/** Whether the bit set is the smaller form of a set with docs below `end`. */
export function isDense(size: number, end: number): boolean {
  return size * 32 > end
}

/** @param list ascending, each doc once; the set keeps it. */
export function listSet(list: Uint32Array): DocSet {
  return { size: list.length, list }
}

/** Every doc below `end`. */
export function allDocs(end: number): DocSet {
  const bits = bitWords(wordCount(end)).fill(-1)
  if (end & 31) bits[bits.length - 1] = (1 << (end & 31)) - 1
  return { size: end, bits }
}

export function has({ list, bits }: DocSet, doc: number): boolean {
  if (bits) return ((bits[doc >>> 5] ?? 0) & (1 << (doc & 31))) !== 0
  return list[lowerBound(list, doc)] === doc
}

/** The docs in ascending order. Not to be modified: it may be the set itself. */
export function toList(set: DocSet): Uint32Array {
  return set.list ?? listOf(set.bits, set.size)
}

/** The first doc of a set that is not in another, without materialising a list. */
export function firstOf({ list, bits }: DocSet, except: DocSet): number | undefined {
  if (list) return list.find((doc) => !has(except, doc))
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      const doc = (word << 5) + 31 - Math.clz32(left & -left)
      if (!has(except, doc)) return doc
    }
  }
  return undefined
}

/** Docs in both. */
export function and(a: DocSet, b: DocSet): DocSet {
  if (a.bits && b.bits) return andBits(a.bits, b.bits, 0)
  const [smaller, larger] = a.list && (b.bits || a.size <= b.size) ? [a, b] : [b, a]
  if (!smaller.list) return NO_DOCS
  const { list } = smaller
  return listSet(larger.bits ? selectByBits(list, larger.bits, 0) : intersect(list, larger.list))
}

/** Docs in `a` and not in `b`. */
export function andNot(a: DocSet, b: DocSet): DocSet {
  if (a.list) return listSet(b.bits ? selectByBits(a.list, b.bits, 1) : subtract(a.list, b.list))
  if (b.bits) return andBits(a.bits, b.bits, -1)
  const bits = bitWords(a.bits.length)
  bits.set(a.bits)
  return compact(bits, a.size - clearBits(bits, b.list))
}

/** Docs in any of them. */
export function or(sets: readonly DocSet[]): DocSet {
  const [first = NO_DOCS, second] = sets
  if (!second) return first
  let total = 0
  let words = 0
  for (const { size, list, bits } of sets) {
    total += size
    words = Math.max(words, bits ? bits.length : wordCount((list.at(-1) ?? -1) + 1))
  }
  const lists = sets.flatMap(({ list }) => (list ? [list] : []))
  // Merging few docs is faster than scanning the bits of the whole segment.
  const isSparse = total * Math.log2(sets.length) * 2 <= words
  if (isSparse && lists.length === sets.length) return listSet(merge(lists))
  const union = bitWords(words)
  let size = orBits(union, sets)
  for (const list of lists) size += setBits(union, list)
  return compact(union, size)
}

/** Bits of `a` that are in `b` too; with `flip` -1, those that are not. */
function andBits(a: Int32Array, b: Int32Array, flip: 0 | -1): DocSet {
  const bits = bitWords(flip === 0 ? Math.min(a.length, b.length) : a.length)
  let size = 0
  for (let i = 0; i < bits.length; i++) {
    const word = (a[i] ?? 0) & ((b[i] ?? 0) ^ flip)
    bits[i] = word
    size += popCount(word)
  }
  return compact(bits, size)
}

/** A set of these bits, as a list where that is smaller. */
function compact(bits: Int32Array, size: number): DocSet {
  return isDense(size, bits.length * 32) ? { size, bits } : listSet(listOf(bits, size))
}

/** Writes the union of those sets that are bits, and returns how many docs it has. */
function orBits(union: Int32Array, sets: readonly DocSet[]): number {
  const [first, ...others] = sets.filter(({ bits }) => bits)
  if (!first?.bits) {
    union.fill(0)
    return 0
  }
  union.set(first.bits)
  union.fill(0, first.bits.length)
  for (const { bits } of others) if (bits) orInto(union, bits)
  return others.length === 0 ? first.size : countBits(union)
}
