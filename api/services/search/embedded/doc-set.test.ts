import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { setBits } from './doc-bits.ts'
import {
  allDocs,
  and,
  andNot,
  compact,
  type DocSet,
  firstOf,
  has,
  keepingSet,
  listSet,
  NO_DOCS,
  or,
  toBits,
  toList,
} from './doc-set.ts'
import { AscendingDocs, GrowingDocs } from './growing-docs.ts'
import { bitWords, inScratch, numbers } from './scratch.ts'

const END = 300

/** Docs below END, of any density, in a set of either form; bits may end with the last doc. */
const docSets = fc
  .record({
    isShort: fc.boolean(),
    docs: fc.oneof(
      fc.uniqueArray(fc.nat(END - 1), { maxLength: 12 }),
      fc.uniqueArray(fc.nat(END - 1), { minLength: 100, maxLength: END }),
    ),
    isBits: fc.boolean(),
  })
  .map(({ docs, isBits, isShort }) => {
    const list = Uint32Array.from(docs).sort()
    if (!isBits) return listSet(list)
    const end = isShort ? (list.at(-1) ?? -1) + 1 : END
    const bits = new Int32Array(Math.ceil(end / 32))
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

  it('have a bit for every doc where wanted, however they end', () => {
    fc.assert(
      fc.property(docSets, (set) => {
        const bits = toBits(set, END)
        expectDocs({ size: set.size, bits }, (doc) => has(set, doc))
        expect(bits).toHaveLength(10)
      }),
    )
  })

  it('take the smaller form', () => {
    const bits = new Int32Array(10).fill(0, 1)
    bits[9] = 1 << 31
    expect(compact({ size: 1, bits }).list).toEqual(Uint32Array.of(319))
    expect(compact(allDocs(320)).bits).toBeDefined()
  })

  it('keep of what a part of a step used only the memory of its result', () => {
    const nextFree = () => inScratch(() => numbers(1).byteOffset)
    inScratch(() => {
      const before = numbers(3).fill(7)
      const start = nextFree()
      const list = keepingSet(() => {
        bitWords(100).fill(-1)
        return listSet(numbers(5).fill(9).subarray(1, 4))
      })
      expect([...toList(list)]).toEqual([9, 9, 9])
      expect(nextFree()).toBe(start + 16)
      const all = keepingSet(() => {
        numbers(2).fill(1)
        return allDocs(300)
      })
      for (const elsewhere of [list, NO_DOCS]) {
        const same = keepingSet(() => {
          numbers(50).fill(1)
          return elsewhere
        })
        expect(same).toBe(elsewhere)
      }
      expect(nextFree()).toBe(start + 16 + 48)
      expect([...toList(list), ...before]).toEqual([9, 9, 9, 7, 7, 7])
      expectDocs(all, (doc) => doc < 300)
    })
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
