/** Loops over bit sets with one bit per doc: doc d is bit d % 32 of word d / 32. */

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
