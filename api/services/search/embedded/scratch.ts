/**
 * Memory for the temporary arrays of one search: dozens, of up to a bit per person. On the heap
 * they would cause a full garbage collection every few searches; within `inScratch` they share one
 * block, which the next search overwrites. The block is WebAssembly memory, on which the set kernel
 * works; behind it is the cache of the large sets that searches read last.
 */
const BLOCK_BYTES_MIN = 1 << 25
/**
 * The number of sets a block can hold: more than a search takes with fifty values in every filter
 * and all facets counted.
 */
const BLOCK_SETS = 256
/**
 * How many sets are cached: with 1.5 million people they take 24 MB and save three in four of the
 * bytes read.
 */
const KEPT_SETS = 128

const PAGE_BYTES = 1 << 16
/**
 * The number of bytes the kernel reads at a time. Arrays begin at a multiple, and are padded with
 * zeros up to the next.
 */
const ALIGNMENT = 16

// Pages that were never written take no memory.
export const memory = new WebAssembly.Memory({ initial: BLOCK_BYTES_MIN / PAGE_BYTES })
let words = new Int32Array(memory.buffer)
let blockBytes = BLOCK_BYTES_MIN

/** The area of the cached sets: `count` slots of `slotBytes`. */
export interface KeptArea {
  start: number
  slotBytes: number
  count: number
}
let kept: KeptArea = { start: blockBytes, slotBytes: 0, count: 0 }

/** Where the block's free part begins; undefined outside `inScratch`. */
let free: number | undefined

let steps = 0

/**
 * Makes room for searches of an index.
 * @param setBytes size of its largest set
 */
export function reserve(setBytes: number): void {
  if (free !== undefined) throw new Error('A search is under way')
  const slotBytes = aligned(setBytes)
  if (slotBytes <= kept.slotBytes) return
  blockBytes = Math.max(BLOCK_BYTES_MIN, slotBytes * BLOCK_SETS)
  kept = { start: blockBytes, slotBytes, count: KEPT_SETS }
  const pages = Math.ceil((blockBytes + slotBytes * KEPT_SETS) / PAGE_BYTES)
  memory.grow(pages - memory.buffer.byteLength / PAGE_BYTES)
  words = new Int32Array(memory.buffer)
}

/** The area of the cached sets; a new object once the area has moved, which empties it. */
export function keptArea(): KeptArea {
  return kept
}

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

/**
 * Runs a part of a step, of whose memory only that of its result stays reserved.
 * @param viewOf returns the result's array
 * @param moved returns the result with that array in another place
 */
export function keeping<T>(
  part: () => T,
  viewOf: (result: T) => Int32Array | Uint32Array,
  moved: (result: T, words: Int32Array) => T,
): T {
  const before = free
  const result = part()
  if (before === undefined) return result
  const { buffer, byteOffset, length } = viewOf(result)
  free = before
  if (buffer !== memory.buffer || byteOffset < before || byteOffset >= blockBytes) return result
  words.copyWithin(before / 4, byteOffset / 4, byteOffset / 4 + length)
  take(length)
  return byteOffset === before ? result : moved(result, new Int32Array(buffer, before, length))
}

/** The number of the current step; undefined outside a step. */
export function currentStep(): number | undefined {
  return free === undefined ? undefined : steps
}

/** Uninitialised numbers, which must be written before they are read. */
export function numbers(length: number): Uint32Array<ArrayBuffer> {
  const start = take(length)
  return start === undefined
    ? new Uint32Array(length)
    : new Uint32Array(memory.buffer, start, length)
}

/** Uninitialised words of bits, which must be written before they are read. */
export function bitWords(length: number): Int32Array<ArrayBuffer> {
  const start = take(length)
  return start === undefined ? new Int32Array(length) : new Int32Array(memory.buffer, start, length)
}

/** Uninitialised doubles, which must be written before they are read. */
export function doubles(length: number): Float64Array<ArrayBuffer> {
  const start = take(length * 2)
  return start === undefined
    ? new Float64Array(length)
    : new Float64Array(memory.buffer, start, length)
}

/** Reserves this many 32-bit numbers; undefined outside a step or when the block is full. */
function take(length: number): number | undefined {
  const start = free
  if (start === undefined) return undefined
  const end = start + aligned(length * 4)
  if (end > blockBytes) return undefined
  for (let word = start / 4 + length; word < end / 4; word++) words[word] = 0
  free = end
  return start
}

/** The next multiple of the alignment. */
export function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT
}
