import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { replicaStore } from '#web/replica/replica.ts'
import { watchForUpdates } from './app-update.ts'

const { update } = vi.hoisted(() => ({ update: vi.fn(async () => undefined) }))
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener() {}
    register = async () => ({ active: {} })
    update = update
  },
}))
vi.mock('#web/replica/replica.ts', async () => {
  const { proxy } = await import('valtio')
  return { replicaStore: proxy({ status: null }) }
})

const HOUR_MS = 60 * 60_000

let page: EventTarget & { visibilityState: string; readyState: string }
// A page registers its service worker once.
beforeAll(async () => {
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  vi.stubGlobal('navigator', { serviceWorker: {} })
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined })
  page = Object.assign(new EventTarget(), { visibilityState: 'visible', readyState: 'complete' })
  vi.stubGlobal('document', page)
  watchForUpdates()
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
})
beforeEach(() => update.mockClear())
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

it('looks for a new build each hour, also on a screen that is never left', async () => {
  await vi.advanceTimersByTimeAsync(0.9 * HOUR_MS)
  expect(update).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(0.2 * HOUR_MS)
  expect(update).toHaveBeenCalledOnce()
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(5 * HOUR_MS)
  expect(update).toHaveBeenCalledOnce()
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(update).toHaveBeenCalledTimes(2)
})

it('looks at once where the server asks for a new build: the user is told to update', async () => {
  replicaStore.status = { need: 'update', pending: 0 } as never
  await vi.advanceTimersByTimeAsync(0)
  expect(update).toHaveBeenCalledOnce()
  replicaStore.status = { need: 'update', pending: 1 } as never
  await vi.advanceTimersByTimeAsync(0)
  expect(update).toHaveBeenCalledOnce()
})
