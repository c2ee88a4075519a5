import { readFileSync } from 'node:fs'
import { setBits, wordCount } from './doc-bits.ts'
import { aligned, bitWords, inScratch, memory, numbers } from './scratch.ts'

/** The functions of `set-kernel.wat`. */
interface Kernel {
  and(a: number, b: number, out: number, length: number): number
  add(bits: number, others: number, length: number): number
  remove(bits: number, others: number, length: number): number
  list(bits: number, out: number, length: number): void
  mark(bits: number, list: number, end: number): number
  select(list: number, end: number, bits: number, flip: 0 | 1, out: number): number
  intersect(a: number, aEnd: number, b: number, bEnd: number, out: number): number
}

/** Written by `npx wat2wasm set-kernel.wat -o set-kernel.wasm`. */
const wasm = new WebAssembly.Module(readFileSync(new URL('./set-kernel.wasm', import.meta.url)))
const kernel = new WebAssembly.Instance(wasm, { scratch: { memory } }).exports as unknown as Kernel

type Words = Int32Array | Uint32Array

/** Writes the bits set in both to `out`; returns how many there are. */
export function andBits(a: Int32Array, b: Int32Array, out: Int32Array): number {
  return writing(out, (at) => kernel.and(addressOf(a), addressOf(b), at, bitBytes(out)))
}

/** Adds the bits of an array that is no longer than `bits`; returns how many were not set before. */
export function addBits(bits: Int32Array, others: Int32Array): number {
  return writing(bits, (at) => kernel.add(at, addressOf(others), bitBytes(others)))
}

/** Clears the bits of an array that is no longer than `bits`; returns how many were set before. */
export function removeBits(bits: Int32Array, others: Int32Array): number {
  const shorter = bits.length < others.length ? bits : others
  return writing(bits, (at) => kernel.remove(at, addressOf(others), bitBytes(shorter)))
}

/** Sets the bits of these docs; returns how many were not set before. */
export function markBits(bits: Int32Array, docs: Uint32Array): number {
  // The array is outside scratch memory: copying the bits in and out would take longer than the
  // loop.
  if (!isWithin(bits)) return setBits(bits, docs)
  return writing(bits, (at) => {
    const list = addressOf(docs)
    return kernel.mark(at, list, list + docs.byteLength)
  })
}

/** The bits of docs below `end`, in as many words as that needs. */
export function bitsOf(docs: Uint32Array, end: number): Int32Array {
  const bits = bitWords(wordCount(end)).fill(0)
  markBits(bits, docs)
  return bits
}

/** The docs whose bits are set; `size` is their number. */
export function listOf(bits: Int32Array, size: number): Uint32Array {
  const found = numbers(size)
  if (isWithin(found)) writing(found, (at) => kernel.list(addressOf(bits), at, bitBytes(bits)))
  else listInto(found, bits)
  return found
}

/** Uses JavaScript outside a step, where a set may be larger than the kernel's memory. */
function listInto(found: Uint32Array, bits: Int32Array): void {
  let at = 0
  for (let index = 0; index < bits.length; index++) {
    for (let word = bits[index] ?? 0; word !== 0; word &= word - 1) {
      found[at] = (index << 5) + 31 - Math.clz32(word & -word)
      at += 1
    }
  }
}

/**
 * The docs of a list whose bit is set, or, with `flip` 1, those whose bit is not set. The bits must
 * cover all docs of the list.
 */
export function selectByBits(docs: Uint32Array, bits: Int32Array, flip: 0 | 1): Uint32Array {
  const selected = numbers(docs.length)
  const size = writing(selected, (at) => {
    const list = addressOf(docs)
    return (kernel.select(list, list + docs.byteLength, addressOf(bits), flip, at) - at) / 4
  })
  return selected.subarray(0, size)
}

/** Docs in both of two ascending lists. */
export function intersect(smaller: Uint32Array, larger: Uint32Array): Uint32Array {
  const both = numbers(smaller.length)
  const size = writing(both, (at) => {
    const [a, b] = [addressOf(smaller), addressOf(larger)]
    return (kernel.intersect(a, a + smaller.byteLength, b, b + larger.byteLength, at) - at) / 4
  })
  return both.subarray(0, size)
}

/**
 * Runs a loop that writes to an array: an array outside scratch memory is copied in, and back
 * afterwards.
 */
function writing<T>(target: Words, run: (address: number) => T): T {
  return inScratch(() => {
    if (isWithin(target)) return run(target.byteOffset)
    const copy = copied(target)
    const result = run(copy.byteOffset)
    target.set(copy)
    return result
  })
}

/** The address of an array in the kernel's memory: an array outside it is copied in. */
function addressOf(words: Words): number {
  return isWithin(words) ? words.byteOffset : copied(words).byteOffset
}

const isWithin = ({ buffer }: Words) => buffer === memory.buffer

function copied(words: Words): Int32Array {
  const copy = bitWords(words.length)
  if (!isWithin(copy)) {
    throw new RangeError('The search needs more memory than is set aside for one')
  }
  copy.set(words)
  return copy
}

const bitBytes = (bits: Int32Array) => aligned(bits.byteLength)
