import { expect, test } from 'vitest'
import { isDamage } from './database.ts'

test.each([
  ['a damaged page', { code: 'XX001' }, true],
  ['a file that is gone', { code: '58P01' }, true],
  ['a table that is gone', { code: '42P01' }, true],
  ['a database that ended', new Error('PGlite is closed'), true],
  ['a value that no column takes', { code: '22021' }, false],
  ['a statement that was cancelled', { code: '57014' }, false],
])('knows whose fault it is: %s', (_what, fault, isIts) => {
  expect(isDamage(fault)).toBe(isIts)
})
