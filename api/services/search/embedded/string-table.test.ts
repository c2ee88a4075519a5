import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StringTableData } from './base-segment.ts'
import type { ByteSource } from './byte-source.ts'
import { StoredStrings } from './stored-strings.ts'
import {
  compareCodePoints,
  hasPhrase,
  StringTable,
  StringTableWriter,
  sortByCodePoint,
} from './string-table.ts'

/** The strings, stored as in a loaded snapshot. */
function onDisk({ bytes, offsets }: StringTableData): StoredStrings {
  const source = (array: Uint8Array | Uint32Array): ByteSource => ({
    byteLength: array.byteLength,
    read: (from, to) => new Uint8Array(array.slice().buffer).slice(from, to),
    close: async () => undefined,
  })
  return new StoredStrings({ bytes: source(bytes), offsets: source(offsets) })
}

function tableOf(strings: string[]) {
  const sorted = sortByCodePoint([...new Set(strings)])
  const writer = new StringTableWriter(sorted.length)
  for (const text of sorted) writer.add(text)
  const data = writer.finish()
  return { table: new StringTable(data.bytes, data.offsets), stored: onDisk(data), sorted }
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
        const { table, stored, sorted } = tableOf(strings)
        expect(sorted.map((_, index) => table.at(index))).toEqual(sorted)
        expect(table.indexOf(sought)).toBe(sorted.indexOf(sought))
        expect(stored.rankOf(sought)).toEqual({
          rank: sorted.filter((value) => compareCodePoints(value, sought) < 0).length,
          isKnown: sorted.includes(sought),
        })
        expect(sorted.slice(...table.prefixRange(sought))).toEqual(
          sorted.filter((value) => value.startsWith(sought)),
        )
      }),
      { seed: 20_261_120 },
    )
  })
})

it('finds words beside each other, whole and within one string', () => {
  const writer = new StringTableWriter(8)
  const strings = [
    'man',
    'mana',
    'mbig nurse aid',
    'mnurse',
    'mnurse aid',
    'mnurse aide',
    'naid nurse',
  ]
  for (const text of strings) writer.add(text)
  const { bytes, offsets } = writer.finish()
  const table = new StringTable(bytes, offsets)
  const found = (phrase: string) =>
    table.withPhrase(phrase, ...table.prefixRange('m')).map((index) => table.at(index))
  expect(found('nurse aid')).toEqual(['mbig nurse aid', 'mnurse aid'])
  expect(found('nurse')).toEqual(['mbig nurse aid', 'mnurse', 'mnurse aid', 'mnurse aide'])
  expect(found('urse aid')).toEqual([])
  expect(found('aid nurse')).toEqual([])
  // A phrase must not span the end of one string and the beginning of the next.
  expect(found('an mana')).toEqual([])
  expect(found('mnurse')).toEqual([])
  expect(hasPhrase('big nurse aid', 'nurse aid')).toBe(true)
  expect(hasPhrase('big nurse aide', 'nurse aid')).toBe(false)
})
