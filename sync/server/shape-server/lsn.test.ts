import { expect, test } from 'vitest'
import { formatLsn, parseLsn } from './lsn.ts'

test('an LSN is read and written as PostgreSQL does', () => {
  expect(parseLsn('16/B374D848')).toBe(97_500_059_720n)
  expect(formatLsn(97_500_059_720n)).toBe('16/B374D848')
})
