import { afterEach, beforeEach, expect, it, vi } from 'vitest'

interface WorkerEvent {
  wasWaitingBeforeRegister?: boolean
  isUpdate?: boolean
}
const workbox = vi.hoisted(() => ({
  listeners: new Map<string, (event: WorkerEvent) => void>(),
  messageSkipWaiting: vi.fn(),
}))
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = (type: string, listener: (event: WorkerEvent) => void) =>
      workbox.listeners.set(type, listener)
    messageSkipWaiting = workbox.messageSkipWaiting
    register = async () => undefined
  },
}))
vi.mock('#web/replica/replica.ts', () => ({ replicaStore: {} }))
const reload = vi.fn()
const tell = (type: string, event: WorkerEvent = {}) => workbox.listeners.get(type)?.(event)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.stubEnv('PROD', true)
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('navigator', { serviceWorker: {} })
  vi.stubGlobal('document', { readyState: 'complete', addEventListener: () => undefined })
  vi.stubGlobal('location', { reload })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  reload.mockReset()
})

/** The page as it is loaded anew, in the same tab. */
async function loaded() {
  vi.resetModules()
  workbox.listeners.clear()
  const page = await import('./app-update.ts')
  page.watchForUpdates()
  await vi.waitFor(() => expect(workbox.listeners.has('controlling')).toBe(true))
  return page
}

it('a page loaded anew before the present worker was gone does not offer the build that it has', async () => {
  const before = await loaded()
  tell('waiting')
  expect(before.updateStore.isReady).toBe(true)
  before.applyUpdate()
  expect(workbox.messageSkipWaiting).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(3_000)
  expect(reload).toHaveBeenCalledOnce()

  for (const _ of ['loaded by the hand-over', 'loaded once more by the user']) {
    const { updateStore } = await loaded()
    tell('waiting', { wasWaitingBeforeRegister: true })
    expect(updateStore.isReady).toBe(false)
  }
  const { updateStore } = await loaded()
  tell('waiting', { wasWaitingBeforeRegister: true })
  tell('controlling', { isUpdate: true })
  expect(updateStore.isReady).toBe(false)
  expect(reload).toHaveBeenCalledOnce()

  // The next build is offered again, on this page and on those after it.
  tell('waiting')
  expect(updateStore.isReady).toBe(true)
  const after = await loaded()
  tell('waiting', { wasWaitingBeforeRegister: true })
  expect(after.updateStore.isReady).toBe(true)
})

it('a build that another tab has activated is offered, and its page loaded anew when asked for', async () => {
  const { applyUpdate, updateStore } = await loaded()
  tell('controlling', { isUpdate: true })
  expect(updateStore.isReady).toBe(true)
  expect(reload).not.toHaveBeenCalled()
  applyUpdate()
  expect(reload).toHaveBeenCalledOnce()
})
