import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequestLimit } from './request-limit.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('gives so many turns a minute, and says when it makes somebody wait', async () => {
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
  limit.giveBack()
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
