import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { importErrorMessage } from './import-messages.ts'
import { countLines, fieldLabel, formatBytes, percentOf } from './import-words.ts'

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [12_400_000, '12.4 MB'],
  [4_000_000_000_000, '4000.0 GB'],
])('a file of %i bytes has %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})

it('progress is whole per cent, and 100 only at the end', () => {
  expect([percentOf(0, 0), percentOf(1, 3), percentOf(999, 1000), percentOf(3, 3)]).toEqual([
    ...[0, 33, 99, 100],
  ])
})

it('an import is counted in this order, rare outcomes only where there are any', () => {
  const counts = { read: 1204, new: 3, changed: 2, unchanged: 1190, rejected: 0 }
  const none = { removed: 0, absent: 0, suppressed: 0, skipped: {} }
  const shown = (more: object) =>
    countLines({ ...counts, ...none, ...more } as never).map(
      ({ label, value }) => `${label} ${value}`,
    )
  const usual = ['Rows read 1,204', 'New 3', 'Changed 2', 'Unchanged 1,190']
  expect(shown({})).toEqual([...usual, 'Rejected 0'])
  const rare = { removed: 1, absent: 2, suppressed: 3, skipped: { 'no name': 4 } }
  expect(shown(rare)).toEqual([
    ...usual,
    'Removed 1',
    'Not in the directory 2',
    'Removed on request 3',
    'Skipped: no name 4',
    'Rejected 0',
  ])
})

it('a column has a label of its own, or its name in words', () => {
  expect(['office_zip', 'linkedin_url', 'phone', 'direct_phone', 'city'].map(fieldLabel)).toEqual([
    'Office ZIP',
    'LinkedIn page',
    'Mobile phone',
    'Direct line',
    'City',
  ])
})

it('a failure is told in the server’s words, and one of the network in our own', () => {
  const words = (code: 'offline' | 'unreachable' | 'invalid_input') =>
    importErrorMessage(new ApiError(code, 'The file has no header.'), 'The file was not uploaded')
  const title = 'The file was not uploaded'
  const away = { title, description: 'There is no connection to the server.' }
  expect([words('offline'), words('unreachable')]).toEqual([away, away])
  expect(words('invalid_input')).toEqual({ title, description: 'The file has no header.' })
})
