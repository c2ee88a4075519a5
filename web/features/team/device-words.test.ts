import { expect, it } from 'vitest'
import { deviceWords } from './device-words.ts'

const at = (day: number, hour = 12) => new Date(2026, 10, day, hour, 41, 7).toISOString()
const DEVICE = {
  member_id: '00000000-0000-4000-8000-000000000001',
  name: 'Safari on iPhone',
  last_seen_at: at(3),
  lease_ends_at: at(10),
  emptied_at: null,
}

it('says when the device of a former member was emptied, to the second', () => {
  const words = (now: Date) =>
    deviceWords({ ...DEVICE, emptied_at: at(3, 23) }, { isFormer: true, now })
  expect(words(new Date(2026, 10, 3, 23, 59))).toBe('emptied 11:41:07 PM')
  expect(words(new Date(2026, 10, 4))).toBe('emptied Nov 3, 11:41:07 PM')
})

it('says until when a device that was not seen any more may hold rows', () => {
  const words = (day: number) =>
    deviceWords(DEVICE, { isFormer: true, now: new Date(2026, 10, day, 13) })
  expect(words(5)).toBe('not seen since Nov 3, lease ends Nov 10')
  expect(words(10)).toBe('not seen since Nov 3, lease ended Nov 10')
})

it('says how long ago the device of a member was seen', () => {
  const words = (now: Date) => deviceWords(DEVICE, { isFormer: false, now })
  expect(words(new Date(2026, 10, 3, 12, 41, 30))).toBe('last seen now')
  expect(words(new Date(2026, 10, 3, 13))).toBe('last seen 18 min ago')
  expect(words(new Date(2026, 10, 4, 13))).toBe('last seen yesterday')
})
