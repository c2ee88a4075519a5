import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareCodePoints,
  StringTable,
  StringTableWriter,
  sortByCodePoint,
} from './string-table.ts'

function tableOf(strings: string[]): { table: StringTable; sorted: string[] } {
  const sorted = sortByCodePoint([...new Set(strings)])
  const writer = new StringTableWriter(sorted.length)
  for (const text of sorted) writer.add(text)
  const { bytes, offsets } = writer.finish()
  return { table: new StringTable(bytes, offsets), sorted }
}

const text = fc.string({ unit: 'binary', maxLength: 6 }).filter((value) => value.isWellFormed())

describe('a string table', () => {
  it('orders by code point, beyond the first 65,536 too', () => {
    expect(sortByCodePoint(['𝒜', '～', 'z', 'é'])).toEqual(['z', 'é', '～', '𝒜'])
    expect(compareCodePoints('～', '𝒜')).toBeLessThan(0)
  })

  it('finds strings, prefixes and places', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30 }), text, (strings, sought) => {
        const { table, sorted } = tableOf(strings)
        expect(sorted.map((_, index) => table.at(index))).toEqual(sorted)
        expect(table.indexOf(sought)).toBe(sorted.indexOf(sought))
        expect(table.rankOf(sought)).toBe(
          sorted.filter((value) => compareCodePoints(value, sought) < 0).length,
        )
        expect(sorted.slice(...table.prefixRange(sought))).toEqual(
          sorted.filter((value) => value.startsWith(sought)),
        )
      }),
      { seed: 20_261_120 },
    )
  })
})
