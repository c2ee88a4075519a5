import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shapeOf } from '#sync/contract/shapes.ts'
import { copied } from '#tests/support/copied.ts'
import { copyLines, joinRows, NO_ROWS, rowsOfLines, splitRows } from './copy-rows.ts'

const SETTINGS = shapeOf('user_settings')
/** Texts with whatever COPY gives a meaning to. */
const hostile = fc
  .array(fc.constantFrom('\\', '\t', '\n', '\r', '\\N', '\\.', '\\x41', '"', 'é', '🩺', ' ', ''))
  .map((parts) => parts.join(''))
const setting = fc.record({
  owner_id: fc.constant('ada'),
  key: fc.oneof(fc.string({ unit: 'grapheme' }), hostile),
  value: fc.option(fc.oneof(fc.string(), hostile)),
  updated_at: fc.constant('2026-11-29 12:00:00+00'),
})

it('writes rows so that each is a line of its own, and reads them again', () => {
  fc.assert(
    fc.property(fc.array(setting), (rows) => {
      const lines = copyLines(SETTINGS, rows)
      expect(new TextDecoder().decode(lines).match(/\n/g) ?? []).toHaveLength(rows.length)
      expect(rowsOfLines(SETTINGS, lines)).toEqual(rows)
    }),
  )
})

it('splits rows anywhere, and joins them again', () => {
  fc.assert(
    fc.property(fc.array(setting), fc.nat(12), (rows, count) => {
      const all = copied('user_settings', rows)
      const [first, others] = splitRows(all, count)
      expect([first, others]).toEqual([
        copied('user_settings', rows.slice(0, count)),
        copied('user_settings', rows.slice(count)),
      ])
      expect(joinRows(first, others)).toEqual(all)
    }),
  )
  expect(joinRows(NO_ROWS, NO_ROWS)).toEqual(NO_ROWS)
})

it('adds the texts that follow from a card, and leaves them out again', () => {
  const member = shapeOf('list_members')
  const columns = Object.keys(member.columns)
  const card = '{"first_name": "Rosa", "last_name": "O\\"Neil", "title": null, "city": "Ames"}'
  const row = Object.fromEntries(columns.map((column) => [column, column === 'card' ? card : null]))
  const lines = copyLines(member, [row])
  const [line = ''] = new TextDecoder().decode(lines).split('\n')
  expect(line.split('\t').slice(columns.length)).toEqual([
    'rosa\\no"neil',
    'o"neil rosa',
    '\\N',
    'ames',
  ])
  expect(rowsOfLines(member, lines)).toEqual([row])
})
