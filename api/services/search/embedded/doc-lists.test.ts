import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setBits } from './doc-bits.ts'
import { intersect, merge, selectByBits, subtract } from './doc-lists.ts'

const END = 2000

/** Ascending lists, some of them many times as long as others. */
const lists = fc
  .oneof(
    fc.uniqueArray(fc.nat(END - 1), { maxLength: 8 }),
    fc.uniqueArray(fc.nat(END - 1), { minLength: 60, maxLength: 400 }),
  )
  .map((docs) => Uint32Array.from(docs).sort())

const options = { numRuns: 400, seed: 20_261_120 }

describe('ascending lists of docs', () => {
  it('intersect and subtract, however long each is', () => {
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        const [smaller, larger] = a.length <= b.length ? [a, b] : [b, a]
        const held = new Set(larger)
        expect([...intersect(smaller, larger)]).toEqual([...smaller].filter((doc) => held.has(doc)))
        expect([...subtract(smaller, larger)]).toEqual([...smaller].filter((doc) => !held.has(doc)))
      }),
      options,
    )
  })

  it('are narrowed by bits, also where those end before the list does', () => {
    fc.assert(
      fc.property(lists, lists, fc.nat(END >>> 5), (list, marked, words) => {
        const bits = new Int32Array(words)
        const held = new Set(marked.filter((doc) => doc < words * 32))
        setBits(bits, [...held])
        expect([...selectByBits(list, bits, 0)]).toEqual([...list].filter((doc) => held.has(doc)))
        expect([...selectByBits(list, bits, 1)]).toEqual([...list].filter((doc) => !held.has(doc)))
      }),
      options,
    )
  })

  it('merge, however many, each doc once', () => {
    fc.assert(
      fc.property(fc.array(lists, { maxLength: 7 }), (all) => {
        const expected = [...new Set(all.flatMap((list) => [...list]))].sort((a, b) => a - b)
        expect([...merge(all)]).toEqual(expected)
      }),
      options,
    )
  })
})
