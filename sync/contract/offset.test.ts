import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareOffsets, formatOffset, parseOffset } from './offset.ts'

test('an offset is read as it was written, and sorted by place before operation', () => {
  const offset = fc.record({ lsn: fc.bigInt(0n, 2n ** 63n), op: fc.nat(2 ** 31) })
  fc.assert(
    fc.property(offset, offset, (a, b) => {
      expect(parseOffset(formatOffset(a))).toEqual(a)
      expect(Math.sign(compareOffsets(a, b))).toBe(-Math.sign(compareOffsets(b, a)) || 0)
      if (a.lsn < b.lsn) expect(compareOffsets(a, b)).toBeLessThan(0)
    }),
  )
})

test.each(['', '1', '-1', 'now', '1_', '_1', '1_-1', '1_1_1', '0x1_1', `${'9'.repeat(30)}_1`])(
  'takes "%s" for no offset',
  (text) => expect(parseOffset(text)).toBeUndefined(),
)
