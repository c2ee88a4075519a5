import { expect, test } from 'vitest'
import { explainStartFailure } from './start-failure.ts'

test('a server without logical WAL, and one without a free slot, is said how to get them', () => {
  const failing = (code: string) =>
    explainStartFailure(Object.assign(new Error('as PostgreSQL says'), { code })).message
  expect(failing('55000')).toContain('wal_level = logical')
  expect(failing('53400')).toContain('max_replication_slots')
  expect(failing('XX000')).toBe('as PostgreSQL says')
})
