import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { retriedCall } from './retried-call.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const away = new ApiError('unreachable', 'no network')

it('USERS-06 asks again up to twice, a second apart, where the network failed', async () => {
  const make = vi.fn().mockRejectedValueOnce(away).mockRejectedValueOnce(away).mockResolvedValue(1)
  const answer = retriedCall<number>(make)
  await vi.advanceTimersByTimeAsync(999)
  expect(make).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(make).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await answer).toBe(1)
  expect(make).toHaveBeenCalledTimes(3)
})

it('USERS-06 gives up after the third try', async () => {
  const make = vi.fn().mockRejectedValue(away)
  const answer = expect(retriedCall(make)).rejects.toBe(away)
  await vi.advanceTimersByTimeAsync(10_000)
  await answer
  expect(make).toHaveBeenCalledTimes(3)
})

it('USERS-06 does not ask again where a server answered', async () => {
  const refused = new ApiError('internal_error', 'x', { status: 500 })
  const make = vi.fn().mockRejectedValue(refused)
  await expect(retriedCall(make)).rejects.toBe(refused)
  expect(make).toHaveBeenCalledTimes(1)
})

it('a device that is offline is told so at once', async () => {
  const offline = new ApiError('offline', 'x')
  const make = vi.fn().mockRejectedValue(offline)
  await expect(retriedCall(make)).rejects.toBe(offline)
  expect(make).toHaveBeenCalledTimes(1)
})
