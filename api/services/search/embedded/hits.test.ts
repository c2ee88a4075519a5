import { describe, expect, it } from 'vitest'
import { compact, listSet, NO_DOCS, or } from './doc-set.ts'
import { hitsIn } from './hits.ts'
import { inScratch, numbers } from './scratch.ts'
import { SortColumn } from './sort-column.ts'
import { StringTableWriter } from './string-table.ts'

const PEOPLE = 60_001
const VALUED = 30_013
/** More numbers than a step takes here, so that it reuses the memory of an earlier search. */
const MEMORY = 1_000_000

/** A shuffled order whose last part has no value. */
function column(): SortColumn {
  const order = Uint32Array.from({ length: PEOPLE }, (_, i) => (i * 7919) % PEOPLE)
  order.subarray(VALUED).sort()
  const positions = new Uint32Array(PEOPLE)
  order.forEach((doc, position) => {
    positions[doc] = position
  })
  const writer = new StringTableWriter(1)
  writer.add('same')
  const valueStarts = Uint32Array.of(0, VALUED)
  return new SortColumn({ order, positions, valueStarts, values: writer.finish() })
}

describe('hits in a sorted order', () => {
  const sorted = column()
  const matching: [string, (position: number) => boolean][] = [
    ['nobody', () => false],
    ['few', (position) => position % 61 === 0],
    ['a list of some', (position) => position % 37 === 0],
    ['many, evenly spread', (position) => position % 7 < 3],
    ['many, all at the end of the values', (position) => position > 25_000 && position < VALUED],
    [
      'many, far from both ends and up to the last value',
      (position) =>
        (position > 22_000 && position < 26_000) ||
        (position > 29_990 && position < VALUED) ||
        (position > 52_000 && position < 56_000),
    ],
    ['many, all at the start', (position) => position < 9_999],
    ['all but some', (position) => position % 13 !== 5],
    ['those who came first', (position) => sorted.docAt(position) < 20_000],
    ['everybody', () => true],
  ]
  const stretches = [
    { start: 0, end: VALUED },
    { start: VALUED, end: PEOPLE },
  ]

  it.each(matching)('are found in order and counted: %s', (_, matches) => {
    const list = listSet(
      sorted
        .docsAt(0, PEOPLE)
        .filter((_doc, position) => matches(position))
        .sort(),
    )
    // The set has the smaller form, as in a search.
    const docs = compact(or([list, NO_DOCS]))
    for (const { start, end } of stretches) {
      const expected: number[] = []
      for (let position = start; position < end; position++) {
        if (matches(position)) expected.push(position)
      }
      const count = expected.length
      if (start === 0) expect(sorted.countValued(docs)).toBe(count)
      for (const share of [0, 0.0005, 0.3, 0.5, 0.77, 0.9995, 1]) {
        const from = Math.floor(count * share)
        const to = Math.min(from + 25, count)
        const reach = { fromStart: to, fromEnd: count - from }
        inScratch(() => numbers(MEMORY).fill(0xffffffff))
        inScratch(() => {
          const hits = hitsIn(sorted, docs, { start, end, count }, reach)
          const { positions, docs: people } = hits.slice(from, to)
          expect(Array.from(positions)).toEqual(expected.slice(from, to))
          expect(Array.from(people)).toEqual(Array.from(positions, (at) => sorted.docAt(at)))
          const first = expected[from]
          if (first !== undefined) expect(hits.countBefore(first)).toBe(from)
        })
      }
    }
  })
})
