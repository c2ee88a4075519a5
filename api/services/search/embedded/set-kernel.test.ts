import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import wabt from 'wabt'
import { bitWords, inScratch, numbers } from './scratch.ts'
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

/** The bits take seven words, which is not a multiple of the kernel's step. */
const END = 200
const WORDS = 7

const docs = fc
  .oneof(
    fc.uniqueArray(fc.nat(END - 1), { maxLength: 12 }),
    fc.uniqueArray(fc.nat(END - 1), { minLength: 60, maxLength: END }),
  )
  .map((all) => Uint32Array.from(all).sort())

const onHeap = (list: Uint32Array) => {
  const bits = new Int32Array(WORDS)
  for (const doc of list) bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
  return bits
}

type Put = <A extends Int32Array | Uint32Array>(words: A) => A
const asIs: Put = (words) => words

/** The same numbers in scratch memory, between others. */
const inBlock: Put = (words) => {
  bitWords(5).fill(-1)
  const copy = words instanceof Int32Array ? bitWords(words.length) : numbers(words.length)
  copy.set(words)
  numbers(5).fill(0xffffffff)
  return copy as typeof words
}

const options = { numRuns: 300, seed: 20_261_126 }

describe('the kernel', () => {
  it('is compiled from its source', async () => {
    const read = (name: string) => readFileSync(new URL(name, import.meta.url))
    const { parseWat } = await wabt()
    const source = parseWat('set-kernel.wat', read('./set-kernel.wat').toString())
    expect(Buffer.from(source.toBinary({}).buffer).equals(read('./set-kernel.wasm'))).toBe(true)
  })

  const places: [string, (step: () => void) => void, Put][] = [
    ['outside of a step', (step) => step(), asIs],
    ['within a step, on arrays elsewhere', inScratch, asIs],
    ['within a step', inScratch, inBlock],
  ]
  describe.each(places)('%s', (_, run, put) => {
    it('intersects, unites and subtracts bits, and counts', () => {
      fc.assert(
        fc.property(docs, docs, (a, b) => {
          run(() => {
            const [inA, inB] = [new Set(a), new Set(b)]
            const both = [...a].filter((doc) => inB.has(doc))
            const out = put(new Int32Array(WORDS))
            expect(andBits(put(onHeap(a)), put(onHeap(b)), out)).toBe(both.length)
            expect([...out]).toEqual([...onHeap(Uint32Array.from(both))])

            const united = put(onHeap(a))
            expect(addBits(united, put(onHeap(b)))).toBe(b.length - both.length)
            expect([...united]).toEqual([...onHeap(Uint32Array.from([...inA, ...inB]))])

            const left = put(onHeap(a))
            expect(removeBits(left, put(onHeap(b)))).toBe(both.length)
            expect([...left]).toEqual([...onHeap(a.filter((doc) => !inB.has(doc)))])
          })
        }),
        options,
      )
    })

    it('removes bits of which there are fewer or more words', () => {
      fc.assert(
        fc.property(docs, docs, fc.nat(WORDS), (a, b, words) => {
          run(() => {
            const end = words * 32
            const fewer = put(onHeap(a).slice(0, words))
            const shared = [...a].filter((doc) => doc < end && b.includes(doc)).length
            expect(removeBits(fewer, put(onHeap(b)))).toBe(shared)
            expect(removeBits(put(onHeap(b)), put(onHeap(a).slice(0, words)))).toBe(shared)
          })
        }),
        options,
      )
    })

    it('turns bits into a list and back', () => {
      fc.assert(
        fc.property(docs, docs, (a, b) => {
          run(() => {
            expect([...listOf(put(onHeap(a)), a.length)]).toEqual([...a])
            const bits = put(onHeap(a))
            expect(markBits(bits, put(b))).toBe([...b].filter((doc) => !a.includes(doc)).length)
            expect([...bits]).toEqual([...onHeap(Uint32Array.from([...a, ...b]))])
            expect([...bitsOf(put(a), END)]).toEqual([...onHeap(a)])
          })
        }),
        options,
      )
    })

    it('narrows a list, in any order, by bits', () => {
      fc.assert(
        fc.property(docs, docs, fc.boolean(), (list, marked, isReversed) => {
          run(() => {
            const given = isReversed ? list.toReversed() : list
            const bits = put(onHeap(marked))
            const isMarked = (doc: number) => marked.includes(doc)
            expect([...selectByBits(put(given), bits, 0)]).toEqual([...given].filter(isMarked))
            expect([...selectByBits(put(given), bits, 1)]).toEqual(
              [...given].filter((doc) => !isMarked(doc)),
            )
          })
        }),
        options,
      )
    })

    it('intersects lists', () => {
      fc.assert(
        fc.property(docs, docs, (a, b) => {
          run(() => {
            const held = new Set(b)
            expect([...intersect(put(a), put(b))]).toEqual([...a].filter((doc) => held.has(doc)))
          })
        }),
        options,
      )
    })
  })

  it('refuses a search for which its memory does not suffice, and serves the next', () => {
    const all = new Int32Array(1 << 18).fill(-1)
    const search = (sets: number) =>
      inScratch(() => {
        for (let set = 1; set < sets; set++) bitWords(all.length)
        return andBits(all, all, bitWords(all.length))
      })
    expect(() => search(40)).toThrow('The search needs more memory than is set aside for one')
    expect(search(10)).toBe(all.length * 32)
  })
})
