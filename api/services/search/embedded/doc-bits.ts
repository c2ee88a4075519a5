/** Loops over bit sets with one bit per doc: doc d is bit d % 32 of word d / 32. */
import { bitWords, numbers } from './scratch.ts'

/** Words that hold a bit for each doc below `end`. */
export function wordCount(end: number): number {
  return (end + 31) >>> 5
}

/** How many of 32 bits are set. */
export function popCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
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

/** The bits of docs below `end`, as many words as hold all of those. */
export function bitsOf(docs: Uint32Array, end: number): Int32Array {
  const bits = bitWords(wordCount(end)).fill(0)
  setBits(bits, docs)
  return bits
}

/** Clears the bits of these docs and returns how many were set before. */
export function clearBits(bits: Int32Array, docs: Uint32Array): number {
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

/** The docs whose bits are set, of which there are `size`. */
export function listOf(bits: Int32Array, size: number): Uint32Array {
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

/** How many docs are set. */
export function countBits(bits: Int32Array): number {
  let size = 0
  for (let i = 0; i < bits.length; i++) size += popCount(bits[i] ?? 0)
  return size
}

/** Adds the docs of `bits`. */
export function orInto(union: Int32Array, bits: Int32Array): void {
  for (let i = 0; i < bits.length; i++) union[i] = (union[i] ?? 0) | (bits[i] ?? 0)
}
