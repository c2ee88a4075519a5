import { bitWords, numbers } from './scratch.ts'

/**
 * Sets of docs, in the smaller of two forms: a sorted list of 32 bits a doc, or one bit for each doc
 * of the segment. Both are flat arrays, so that a set lies in a snapshot as it does in memory, and
 * every operation is a loop over one or two of them. Sets are never changed once made.
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

/** Whether bits are the smaller form of a set whose docs are all below `end`. */
export function isDense(size: number, end: number): boolean {
  return size * 32 > end
}

/** Words that hold a bit for each doc below `end`. */
export function wordCount(end: number): number {
  return (end + 31) >>> 5
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

/** The docs in ascending order. Not to be changed: it may be the set itself. */
export function toList(set: DocSet): Uint32Array {
  return set.list ?? listOf(set.bits, set.size)
}

/** Docs in both. */
export function and(a: DocSet, b: DocSet): DocSet {
  if (a.bits && b.bits) return andBits(a.bits, b.bits, 0)
  const [smaller, larger] = a.list && (b.bits || a.size <= b.size) ? [a, b] : [b, a]
  return smaller.list ? select(smaller.list, larger, true) : NO_DOCS
}

/** Docs in `a` and not in `b`. */
export function andNot(a: DocSet, b: DocSet): DocSet {
  if (a.list) return select(a.list, b, false)
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
  // Few docs are sorted sooner than the bits of the whole segment are gone through.
  const lists = sets.flatMap(({ list }) => (list ? [list] : []))
  if (lists.length === sets.length && total * 32 <= words) return listSet(orLists(lists, total))
  const union = bitWords(words).fill(0)
  for (const { bits } of sets) if (bits) orInto(union, bits)
  let size = lists.length < sets.length ? countBits(union) : 0
  for (const list of lists) size += setBits(union, list)
  return compact(union, size)
}

/** How many of 32 bits are set. */
export function popCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Sets the bits of these docs and returns how many were not set before. */
export function setBits(bits: Int32Array, docs: ArrayLike<number>): number {
  let added = 0
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] ?? 0
    const word = bits[doc >>> 5] ?? 0
    const next = word | (1 << (doc & 31))
    if (next !== word) added += 1
    bits[doc >>> 5] = next
  }
  return added
}

/** Clears the bits of these docs and returns how many were set before. */
function clearBits(bits: Int32Array, docs: Uint32Array): number {
  let cleared = 0
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] ?? 0
    const word = bits[doc >>> 5] ?? 0
    const next = word & ~(1 << (doc & 31))
    if (next === word) continue
    bits[doc >>> 5] = next
    cleared += 1
  }
  return cleared
}

/** Place of the first number that is not below `value`, looking from .. to (exclusive). */
export function lowerBound(
  sorted: Uint32Array,
  value: number,
  from = 0,
  to = sorted.length,
): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Those of a list that another set holds, or those that it does not. */
function select(list: Uint32Array, { list: others, bits }: DocSet, isHeld: boolean): DocSet {
  const selected = numbers(list.length)
  let size = 0
  let place = 0
  for (let i = 0; i < list.length; i++) {
    const doc = list[i] ?? 0
    let isFound: boolean
    if (bits) isFound = ((bits[doc >>> 5] ?? 0) & (1 << (doc & 31))) !== 0
    else {
      place = gallop(others, doc, place)
      isFound = others[place] === doc
    }
    if (isFound !== isHeld) continue
    selected[size] = doc
    size += 1
  }
  return listSet(selected.subarray(0, size))
}

/** `lowerBound` for a value that is probably near: steps double until they are past it. */
function gallop(sorted: Uint32Array, value: number, from: number): number {
  let low = from
  let step = 1
  while (low + step < sorted.length && (sorted[low + step] ?? 0) < value) {
    low += step
    step *= 2
  }
  return lowerBound(sorted, value, low, Math.min(low + step, sorted.length))
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

function orLists(lists: Uint32Array[], total: number): Uint32Array {
  const union = numbers(total)
  let at = 0
  for (const list of lists) {
    union.set(list, at)
    at += list.length
  }
  union.sort()
  let size = 0
  for (let i = 0; i < total; i++) {
    const doc = union[i] ?? 0
    if (size > 0 && union[size - 1] === doc) continue
    union[size] = doc
    size += 1
  }
  return union.subarray(0, size)
}

/** A set of these bits, as a list where that is smaller. */
function compact(bits: Int32Array, size: number): DocSet {
  return isDense(size, bits.length * 32) ? { size, bits } : listSet(listOf(bits, size))
}

function listOf(bits: Int32Array, size: number): Uint32Array {
  const list = numbers(size)
  let at = 0
  for (let index = 0; index < bits.length; index++) {
    for (let word = bits[index] ?? 0; word !== 0; word &= word - 1) {
      list[at] = (index << 5) + 31 - Math.clz32(word & -word)
      at += 1
    }
  }
  return list
}

function countBits(bits: Int32Array): number {
  let size = 0
  for (let i = 0; i < bits.length; i++) size += popCount(bits[i] ?? 0)
  return size
}

function orInto(union: Int32Array, bits: Int32Array): void {
  for (let i = 0; i < bits.length; i++) union[i] = (union[i] ?? 0) | (bits[i] ?? 0)
}
