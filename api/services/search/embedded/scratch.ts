/**
 * Memory for the temporary arrays of one search: dozens, of up to a bit per person. On the heap they
 * would cause a full garbage collection every few searches; within `inScratch` they share one block,
 * which the next search overwrites.
 */
const BLOCK_BYTES = 1 << 25

// Untouched pages of it cost no memory.
const block = new ArrayBuffer(BLOCK_BYTES)
/** Where its free part begins; undefined outside `inScratch`. */
let free: number | undefined

let steps = 0

/** Runs a synchronous step; sets made in it must not be used after it. */
export function inScratch<T>(step: () => T): T {
  const before = free
  if (free === undefined) {
    free = 0
    steps += 1
  }
  try {
    return step()
  } finally {
    free = before
  }
}

/** The number of the present step; undefined outside of one. */
export function currentStep(): number | undefined {
  return free === undefined ? undefined : steps
}

/** Uninitialised numbers, to be written before they are read. */
export function numbers(length: number): Uint32Array<ArrayBuffer> {
  const start = take(length)
  return start === undefined ? new Uint32Array(length) : new Uint32Array(block, start, length)
}

/** Uninitialised words of bits, to be written before they are read. */
export function bitWords(length: number): Int32Array<ArrayBuffer> {
  const start = take(length)
  return start === undefined ? new Int32Array(length) : new Int32Array(block, start, length)
}

/** Uninitialised doubles, to be written before they are read. */
export function doubles(length: number): Float64Array<ArrayBuffer> {
  const start = take(length * 2 + 1)
  if (start === undefined) return new Float64Array(length)
  // They begin at a multiple of eight bytes.
  return new Float64Array(block, start + (start & 4), length)
}

/** Reserves this many 32-bit numbers; undefined outside a step, and when the block is full. */
function take(length: number): number | undefined {
  const start = free
  if (start === undefined || start + length * 4 > BLOCK_BYTES) return undefined
  free = start + length * 4
  return start
}
