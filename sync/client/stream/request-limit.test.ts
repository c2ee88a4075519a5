import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestLimit } from './request-limit.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('gives so many turns a minute, and says when it makes a request wait', async () => {
  const limit = new RequestLimit(2)
  const { signal } = new AbortController()
  const onPause = vi.fn()
  await limit.take(signal, onPause)
  await vi.advanceTimersByTimeAsync(10_000)
  await limit.take(signal, onPause)
  expect(onPause).not.toHaveBeenCalled()
  const third = vi.fn()
  const waiting = limit.take(signal, onPause).then(third)
  await vi.advanceTimersByTimeAsync(49_000)
  expect(onPause).toHaveBeenCalledTimes(1)
  expect(third).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  await waiting
})

it('waits no longer for a clock that is set back', async () => {
  const limit = new RequestLimit(1)
  const { signal } = new AbortController()
  await limit.take(signal, () => undefined)
  vi.setSystemTime(Date.now() - 24 * 60 * 60 * 1000)
  const waiting = limit.take(signal, () => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  await waiting
})

it('makes nobody wait who gives up', async () => {
  const limit = new RequestLimit(1)
  const closing = new AbortController()
  await limit.take(closing.signal, () => undefined)
  const waiting = limit.take(closing.signal, () => undefined)
  closing.abort()
  await waiting
})

it('counts no turn that came to nothing', async () => {
  const limit = new RequestLimit(1)
  const { signal } = new AbortController()
  const onPause = vi.fn()
  await limit.take(signal, onPause)
  limit.refund()
  await limit.take(signal, onPause)
  expect(onPause).not.toHaveBeenCalled()
})

it('waits for less where pauses are scaled down', async () => {
  const limit = new RequestLimit(1, 0.1)
  const { signal } = new AbortController()
  await limit.take(signal, () => undefined)
  const waiting = limit.take(signal, () => undefined)
  await vi.advanceTimersByTimeAsync(6_000)
  await waiting
})

/**
 * A stream without progress that asks again at once.
 * @returns its requests in each of so many minutes.
 */
async function turnsByMinute(limit: RequestLimit, minutes: number): Promise<number[]> {
  const closing = new AbortController()
  const counts: number[] = []
  let turns = 0
  const asking = (async () => {
    while (!closing.signal.aborted) {
      await limit.take(closing.signal, () => undefined)
      turns += 1
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })()
  for (let minute = 0; minute < minutes; minute++) {
    turns = 0
    // In the middle of the minutes, which begin with a turn.
    await vi.advanceTimersByTimeAsync(minute === 0 ? 30_000 : 60_000)
    counts.push(turns)
  }
  closing.abort()
  await vi.advanceTimersByTimeAsync(10)
  await asking
  return counts
}

it('pauses twice as long each time, up to a quarter of an hour, until it gets somewhere', async () => {
  const limit = new RequestLimit(3)
  const counts = await turnsByMinute(limit, 64)
  const asked = counts.flatMap((count, minute) => (count > 0 ? [minute] : []))
  expect(asked).toEqual([0, 1, 3, 7, 15, 31, 47, 63])
  expect(Math.max(...counts)).toBe(3)
  limit.succeeded()
  await vi.advanceTimersByTimeAsync(16 * 60_000)
  expect((await turnsByMinute(limit, 2)).every((count) => count === 3)).toBe(true)
})

it('gives one who fails a few turns, however slow, and then one a pause', async () => {
  const limit = new RequestLimit(20)
  const { signal } = new AbortController()
  const onPause = vi.fn()
  const startedAt: number[] = []
  for (let turn = 0; turn < 9; turn++) {
    const taken = limit.take(signal, onPause).then(() => startedAt.push(performance.now()))
    await vi.runAllTimersAsync()
    await taken
    // Longer than a minute: so slow a one never has its minute full.
    await vi.advanceTimersByTimeAsync(90_000)
    limit.failed()
  }
  const [first = 0] = startedAt
  const minutes = startedAt.map((at) => (at - first) / 60_000)
  expect(minutes).toEqual([0, 1.5, 3, 4.5, 6, 8.5, 12, 17.5, 27])
  expect(onPause).toHaveBeenCalledTimes(4)
  limit.succeeded()
  limit.failed()
  await limit.take(signal, onPause)
  expect(onPause).toHaveBeenCalledTimes(4)
})

it('ends a pause when it is told to, and never exceeds a minute by that', async () => {
  const limit = new RequestLimit(2)
  await turnsByMinute(limit, 2)
  const { signal } = new AbortController()
  const taken = vi.fn()
  // In a pause of two minutes.
  const waiting = limit.take(signal, () => undefined).then(taken)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(taken).not.toHaveBeenCalled()
  limit.retryNow()
  await waiting
  await limit.take(signal, () => undefined)
  const third = limit.take(signal, () => undefined).then(taken)
  limit.retryNow()
  await vi.advanceTimersByTimeAsync(58_000)
  expect(taken).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3_000)
  await third
})
