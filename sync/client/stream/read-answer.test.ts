import { expect, it } from 'vitest'
import { shapeId } from '#sync/contract/shapes.ts'
import { copied } from '#tests/support/copied.ts'
import { inserted, LIST, renamed, snapshotEnd } from '#tests/support/followed-shape.ts'
import { readAnswer } from './read-answer.ts'
import { rowSchema } from './shape-batch.ts'

const LISTS = rowSchema(shapeId('lists', 'ada'))
const bodyOf = (answer: unknown) => new TextEncoder().encode(JSON.stringify(answer)).buffer
const upToDate = { headers: { control: 'up-to-date' } }

it('takes an answer apart: whole rows, then changes, and what changes no row', () => {
  const [first, second, later] = [inserted(1), inserted(2, 2 ** 32 + 7), inserted(3, 9)]
  const newer = { ...first, value: { ...first.value, colour: 'red' } }
  const change = renamed('Hearts', 8)
  expect(readAnswer(LISTS, bodyOf([newer, snapshotEnd, second, change, later, upToDate]))).toEqual({
    rows: copied('lists', [first.value, second.value]),
    txids: [7],
    changes: [change, later],
    others: [snapshotEnd, upToDate],
  })
})

it('reads an answer without rows', () => {
  expect(readAnswer(LISTS, bodyOf([upToDate]))).toEqual({
    rows: copied('lists', []),
    txids: [],
    changes: [],
    others: [upToDate],
  })
})

it.each([
  ['that is no list', {}, 'has no messages'],
  [
    'with a row of another owner',
    [{ ...inserted(1), value: { ...LIST, owner_id: 'bob' } }],
    "another owner's",
  ],
  [
    'with a row that lacks a column',
    [{ ...inserted(1), value: { ...LIST, name: undefined } }],
    'left out a column',
  ],
  ['with a value that is no text', [{ ...inserted(1), value: { ...LIST, name: 1 } }], 'not text'],
  [
    'with a row without its key',
    [{ ...inserted(1), value: { ...LIST, id: null } }],
    'without its key',
  ],
])('does not read an answer %s', (_, answer, why) => {
  expect(() => readAnswer(LISTS, bodyOf(answer))).toThrow(why)
})

it('does not read an answer that was cut off', () => {
  const body = bodyOf([inserted(1), inserted(2)])
  expect(() => readAnswer(LISTS, body.slice(0, body.byteLength - 9))).toThrow(SyntaxError)
})
