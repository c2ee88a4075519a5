import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { merge, searchEach } from './doc-lists.ts'

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
  it('intersect and subtract by bisection, however long each is', () => {
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        const held = new Set(b)
        expect([...searchEach(a, b, true)]).toEqual([...a].filter((doc) => held.has(doc)))
        expect([...searchEach(a, b, false)]).toEqual([...a].filter((doc) => !held.has(doc)))
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
