/**
 * Memory for what one search makes and forgets: dozens of arrays of up to a bit for each person.
 * From the heap they would set off a full garbage collection every few searches; within `inScratch`
 * they lie in one block, and the next search writes over them.
 */
const BLOCK_BYTES = 1 << 25

// Pages of it that no search has needed yet cost no memory.
const block = new ArrayBuffer(BLOCK_BYTES)
/** Where its free part begins; undefined while nobody works in it. */
let free: number | undefined

/** Runs a synchronous step; no set that is made in it may be used after it. */
export function inScratch<T>(step: () => T): T {
  const before = free
  free ??= 0
  try {
    return step()
  } finally {
    free = before
  }
}

/** Numbers of any content, to be written before they are read. */
export function numbers(length: number): Uint32Array<ArrayBuffer> {
  const start = take(length)
  return start === undefined ? new Uint32Array(length) : new Uint32Array(block, start, length)
}

/** Words of bits of any content, to be written before they are read. */
export function bitWords(length: number): Int32Array<ArrayBuffer> {
  const start = take(length)
  return start === undefined ? new Int32Array(length) : new Int32Array(block, start, length)
}

/** Room for so many 32-bit numbers; none outside a step, nor when the block is full. */
function take(length: number): number | undefined {
  const start = free
  if (start === undefined || start + length * 4 > BLOCK_BYTES) return undefined
  free = start + length * 4
  return start
}
