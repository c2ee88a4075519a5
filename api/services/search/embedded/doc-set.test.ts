import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setBits } from './doc-bits.ts'
import { allDocs, and, andNot, type DocSet, firstOf, has, listSet, or, toList } from './doc-set.ts'
import { AscendingDocs, GrowingDocs } from './growing-docs.ts'

const END = 300

/** Docs below END, of any density, in a set of either form. */
const docSets = fc
  .record({
    docs: fc.oneof(
      fc.uniqueArray(fc.nat(END - 1), { maxLength: 12 }),
      fc.uniqueArray(fc.nat(END - 1), { minLength: 100, maxLength: END }),
    ),
    isBits: fc.boolean(),
  })
  .map(({ docs, isBits }) => {
    const list = Uint32Array.from(docs).sort()
    if (!isBits) return listSet(list)
    const bits = new Int32Array(Math.ceil(END / 32))
    setBits(bits, list)
    return { size: list.length, bits } satisfies DocSet
  })

const holds = (set: DocSet) => Array.from({ length: END + 40 }, (_, doc) => has(set, doc))

function expectDocs(set: DocSet, isIn: (doc: number) => boolean): void {
  const expected = Array.from({ length: END + 40 }, (_, doc) => doc).filter(isIn)
  expect(Array.from(toList(set))).toEqual(expected)
  expect(set.size).toBe(expected.length)
  expect(holds(set).flatMap((isHeld, doc) => (isHeld ? doc : []))).toEqual(expected)
}

describe('sets of docs', () => {
  it('tell the first doc that is not in another', () => {
    fc.assert(
      fc.property(docSets, docSets, (set, except) => {
        expect(firstOf(set, except)).toBe(toList(andNot(set, except))[0])
      }),
    )
  })

  it('intersect, unite and subtract in any mix of forms', () => {
    fc.assert(
      fc.property(fc.array(docSets, { minLength: 2, maxLength: 5 }), (sets) => {
        const [a, b] = sets
        if (!a || !b) return
        expectDocs(and(a, b), (doc) => has(a, doc) && has(b, doc))
        expectDocs(andNot(a, b), (doc) => has(a, doc) && !has(b, doc))
        expectDocs(or(sets), (doc) => sets.some((set) => has(set, doc)))
      }),
      { numRuns: 500, seed: 20_261_120 },
    )
  })

  it.each([0, 1, 31, 32, 33, 300])('hold every doc below %i and none from there on', (end) => {
    expectDocs(allDocs(end), (doc) => doc < end)
  })

  it('leave the sets they are made of as they were', () => {
    const set = listSet(Uint32Array.of(1, 5, 200))
    or([set, allDocs(100)])
    andNot(allDocs(100), set)
    expectDocs(set, (doc) => [1, 5, 200].includes(doc))
  })
})

describe('docs gathered in ascending order', () => {
  it('are all there, each once, whether dense, sparse or first one and then the other', () => {
    const gaps = fc.array(fc.oneof(fc.constant(0), fc.constant(1), fc.nat(3), fc.nat(5000)), {
      maxLength: 400,
    })
    fc.assert(
      fc.property(gaps, fc.nat(5000), (steps, first) => {
        const docs = new AscendingDocs()
        const expected = new Set<number>()
        let doc = first
        for (const step of steps) {
          doc += step
          docs.add(doc)
          expected.add(doc)
        }
        const set = docs.finish()
        expect(Array.from(toList(set))).toEqual([...expected])
        expect(set.size).toBe(expected.size)
      }),
      { numRuns: 300, seed: 20_261_120 },
    )
  })

  it('switch to bits while frequent and back to a list once rare', () => {
    const docs = new AscendingDocs()
    for (let doc = 0; doc < 1000; doc++) docs.add(doc)
    expect(docs.finish().bits).toBeDefined()
    docs.add(5_000_000)
    expect(docs.finish().list).toHaveLength(1001)
  })
})

it('docs added in any order count once', () => {
  const docs = new GrowingDocs()
  expect([70, 3, 70, 100_000].map((doc) => docs.add(doc))).toEqual([true, true, false, true])
  expect(Array.from(toList(docs.set))).toEqual([3, 70, 100_000])
  expect(docs.set.size).toBe(3)
})
