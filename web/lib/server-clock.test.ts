import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { learnServerTime, serverNow } from './server-clock.ts'

const NOW = new Date('2026-11-23T15:00:00Z')
const DAY_MS = 24 * 60 * 60_000
const answer = (ms: number, cache = 'no-store') =>
  new Headers({ date: new Date(NOW.getTime() + ms).toUTCString(), 'cache-control': cache })

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => {
  learnServerTime(answer(0))
  vi.useRealTimers()
})

it('a device whose clock is a day off learns the time from the server', () => {
  learnServerTime(answer(-DAY_MS))
  expect(serverNow()).toEqual(new Date(NOW.getTime() - DAY_MS))
  vi.setSystemTime(NOW.getTime() + 1_000)
  expect(serverNow()).toEqual(new Date(NOW.getTime() - DAY_MS + 1_000))
})

it.each([
  ['the clock is right within a minute', answer(59_000)],
  ['a cache kept the answer', answer(-DAY_MS, 'public, max-age=600')],
  ['a proxy took the date away', new Headers({ 'cache-control': 'no-store' })],
])('the device keeps its own time where %s', (_, headers) => {
  learnServerTime(headers)
  expect(serverNow()).toEqual(NOW)
})
