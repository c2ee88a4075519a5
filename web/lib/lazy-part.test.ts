import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadCode } from './lazy-part.tsx'

const network = new EventTarget()
const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('imports again every 3 s for as long as the network lets nothing through', async () => {
  const load = vi.fn(async () => 'code')
  for (let tries = 0; tries < 20; tries++) load.mockRejectedValueOnce(new TypeError())
  const loaded = loadCode(load)
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1)
  expect(load).toHaveBeenCalledTimes(20)
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(21)
  expect(await loaded).toBe('code')
})

it('imports once there is a network, and not before', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError())
  const loaded = loadCode(load)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(load).toHaveBeenCalledOnce()
  network.dispatchEvent(new Event('online'))
  expect(await loaded).toBe('code')
})

it('throws what the code throws', async () => {
  const fault = new RangeError('A fault of the code.')
  await expect(loadCode(() => Promise.reject(fault))).rejects.toBe(fault)
})
