import { clearBits, wordCount } from './doc-bits.ts'
import { isSearchedFaster, lowerBound, merge, searchEach } from './doc-lists.ts'
import { bitWords, keeping, numbers } from './scratch.ts'
import {
  addBits,
  andBits,
  bitsOf,
  intersect,
  listOf,
  markBits,
  removeBits,
  selectByBits,
} from './set-kernel.ts'

/**
 * Sets of docs, in one of two forms: a sorted list with 32 bits per doc, or a bit set over all docs
 * of the segment; `compact` chooses the smaller one. Both are flat arrays, so that a set has the
 * same form in a snapshot as in memory, and every operation is a loop over one or two of them. Sets
 * are immutable.
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

/** The docs as bits, with one for each doc below `end`. Not to be modified: they may be the set itself. */
export function toBits({ bits, list }: DocSet, end: number): Int32Array {
  if (!bits) return bitsOf(list, end)
  if (bits.length >= wordCount(end)) return bits
  const all = bitWords(wordCount(end)).fill(0, bits.length)
  all.set(bits)
  return all
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
  if (a.size === 0 || b.size === 0) return NO_DOCS
  if (a.bits && b.bits) {
    const both = bitWords(Math.min(a.bits.length, b.bits.length))
    return compact({ size: andBits(a.bits, b.bits, both), bits: both })
  }
  const [smaller, larger] = a.list && (b.bits || a.size <= b.size) ? [a, b] : [b, a]
  if (!smaller.list) return NO_DOCS
  if (larger.bits) return listSet(selectByBits(within(smaller.list, larger.bits), larger.bits, 0))
  return listSet(
    isSearchedFaster(smaller.size, larger.size)
      ? searchEach(smaller.list, larger.list, true)
      : intersect(smaller.list, larger.list),
  )
}

/** Docs in `a` and not in `b`. */
export function andNot(a: DocSet, b: DocSet): DocSet {
  if (a.size === 0 || b.size === 0) return a
  if (a.list) {
    return listSet(b.bits ? withoutBits(a.list, b.bits) : searchEach(a.list, b.list, false))
  }
  const bits = bitWords(a.bits.length)
  bits.set(a.bits)
  const removed = b.bits ? removeBits(bits, b.bits) : clearBits(bits, b.list)
  return compact({ size: a.size - removed, bits })
}

function withoutBits(list: Uint32Array, bits: Int32Array): Uint32Array {
  const first = within(list, bits)
  const left = selectByBits(first, bits, 1)
  if (first.length === list.length) return left
  const all = numbers(left.length + list.length - first.length)
  all.set(left)
  all.set(list.subarray(first.length), left.length)
  return all
}

/** The docs of a list whose bit is set. */
function within(list: Uint32Array, bits: Int32Array): Uint32Array {
  const end = bits.length * 32
  return (list.at(-1) ?? 0) < end ? list : list.subarray(0, lowerBound(list, end))
}

/** Docs in any of them. */
export function or(sets: readonly DocSet[]): DocSet {
  const [first = NO_DOCS, second] = sets
  if (!second) return first
  let total = 0
  let end = 0
  for (const { size, list, bits } of sets) {
    total += size
    end = Math.max(end, bits ? bits.length * 32 : (list.at(-1) ?? -1) + 1)
  }
  const lists = sets.flatMap(({ list }) => (list ? [list] : []))
  if (lists.length === sets.length && isMergedFaster(total, sets.length, end)) {
    return listSet(merge(lists))
  }
  const union = new Union(end)
  for (const set of sets) union.add(set)
  return union.finish()
}

/**
 * Whether merging lists with this many docs below `end` takes less time than reading a bit for each
 * doc.
 */
export function isMergedFaster(docs: number, lists: number, end: number): boolean {
  return docs === 0 || docs * Math.log2(lists) * 4 <= wordCount(end)
}

/** A set to which others are added, as bits. */
export class Union {
  private readonly bits: Int32Array
  private size = 0

  /** @param end above all docs */
  constructor(end: number) {
    this.bits = bitWords(wordCount(end)).fill(0)
  }

  add({ bits, list }: DocSet): void {
    if (bits) this.size += addBits(this.bits, bits)
    else this.addDocs(list)
  }

  /** @param docs in any order */
  addDocs(docs: Uint32Array): void {
    this.size += markBits(this.bits, docs)
  }

  /** The docs so far, as bits also where a list would be smaller: many unions only narrow a list. */
  finish(): DocSet {
    return { size: this.size, bits: this.bits }
  }
}

/** Runs a part of a step and frees the memory that it used, except that of the resulting set. */
export function keepingSet(part: () => DocSet): DocSet {
  return keeping(
    part,
    ({ bits, list }) => bits ?? list,
    ({ size, bits }, { buffer, byteOffset, length }) =>
      bits
        ? { size, bits: new Int32Array(buffer, byteOffset, length) }
        : listSet(new Uint32Array(buffer, byteOffset, length)),
  )
}

/** The set in the smaller of the two forms. */
export function compact(set: DocSet): DocSet {
  const { size, bits } = set
  return !bits || isDense(size, bits.length * 32) ? set : listSet(toList(set))
}
