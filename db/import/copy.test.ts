import { expect, it } from 'vitest'
import { copyLine } from './copy.ts'

it.each([
  [['a', null, 3], 'a\t\\N\t3\n'],
  [['tab\t', 'line\nfeed\r', 'back\\slash'], 'tab\\t\tline\\nfeed\\r\tback\\\\slash\n'],
  [['\\N'], '\\\\N\n'],
  [[new Date('2026-01-02T03:04:05.678Z')], '2026-01-02T03:04:05.678Z\n'],
  [[['a', 'b, "c"', 'NULL', '']], '{"a","b, \\\\"c\\\\"","NULL",""}\n'],
  [[[]], '{}\n'],
])('writes %j', (row, line) => {
  expect(copyLine(row)).toBe(line)
})
