import { expect, test } from 'vitest'
import { formatPgSnapshot, isVisible, parsePgSnapshot } from './pg-snapshot.ts'

test.each([
  [9, true],
  [10, false],
  [11, true],
  [14, false],
  [20, false],
  [21, false],
])('transaction %i in the snapshot 10:20:10,14 is visible: %s', (xid, expected) => {
  expect(isVisible(xid, parsePgSnapshot('10:20:10,14'))).toBe(expected)
})

test('tells transactions on both sides of a wrap of the 32-bit counter apart', () => {
  const wrap = 2n ** 32n
  const snapshot = { xmin: wrap - 1n, xmax: wrap + 5n, running: [wrap + 2n] }
  expect(isVisible(2 ** 32 - 2, snapshot)).toBe(true)
  expect(isVisible(1, snapshot)).toBe(true)
  expect(isVisible(2, snapshot)).toBe(false)
  expect(isVisible(5, snapshot)).toBe(false)
})

test('a snapshot is written as it was read', () => {
  expect(formatPgSnapshot(parsePgSnapshot('10:20:10,14'))).toBe('10:20:10,14')
  expect(formatPgSnapshot(parsePgSnapshot('10:20:'))).toBe('10:20:')
})
