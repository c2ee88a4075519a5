import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WorkerMessage } from './replica-worker.ts'
import { runDevice } from './run-device.ts'
import { runServerDevice } from './server-device.ts'

vi.mock('./server-device.ts', () => ({
  runServerDevice: vi.fn(async (_: string, signal: AbortSignal) =>
    signal.addEventListener('abort', stopFallback),
  ),
}))
const stopFallback = vi.fn()

const LEAD = { isStolen: false, holder: 'this tab' }
const MINUTE_MS = 60_000

/** Says what it is told to say, and answers questions while it lives. */
class FakeWorker {
  static all: FakeWorker[] = []
  onmessage: ((event: { data: unknown }) => void) | undefined
  isHanging = false
  orders: unknown[] = []
  terminate = vi.fn()

  constructor() {
    FakeWorker.all.push(this)
  }

  postMessage(message: unknown) {
    this.orders.push(message)
    if (message === 'ping' && !this.isHanging) this.say('pong')
  }

  say(kind: WorkerMessage['kind']) {
    this.onmessage?.({ data: { kind } })
  }
}

let network: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', FakeWorker)
  network = new EventTarget()
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  FakeWorker.all = []
})

const worker = (index: number) => FakeWorker.all[index] as FakeWorker

/** Private files that hold a database of the user. */
function stubDatabase(): void {
  const folder = {
    keys: async function* () {
      yield 'build.1'
    },
  }
  const root = { getDirectoryHandle: async () => folder }
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root } })
}

it('lets the server answer at once on a new device, and where there is a database only if it opens slowly', async () => {
  const stopNew = runDevice('user', LEAD)
  await vi.advanceTimersByTimeAsync(0)
  expect(runServerDevice).toHaveBeenCalledOnce()
  stopNew()
  stubDatabase()
  const stop = runDevice('user', LEAD)
  await vi.advanceTimersByTimeAsync(1_499)
  expect(runServerDevice).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  expect(runServerDevice).toHaveBeenCalledTimes(2)
  stop()
})

it('lets the server answer in time though the worker may not start yet', async () => {
  stubDatabase()
  const stop = runDevice('user', LEAD, new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(1_499)
  expect(runServerDevice).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(runServerDevice).toHaveBeenCalledOnce()
  stop()
})

it('starts no worker before it may, while the server answers a new device', async () => {
  let start = () => {}
  const told = new Promise<void>((resolve) => {
    start = resolve
  })
  const stop = runDevice('user', LEAD, told)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(runServerDevice).toHaveBeenCalledOnce()
  expect(FakeWorker.all).toHaveLength(0)
  start()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeWorker.all).toHaveLength(1)
  stop()
  const stopEarly = runDevice('user', LEAD, told)
  stopEarly()
  await vi.advanceTimersByTimeAsync(0)
  expect(FakeWorker.all).toHaveLength(1)
})

it('lets a device without a database answer while one opens slowly, and no longer', async () => {
  const stop = runDevice('user', LEAD)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(runServerDevice).toHaveBeenCalledOnce()
  expect(stopFallback).not.toHaveBeenCalled()
  const order: string[] = []
  stopFallback.mockImplementationOnce(() => order.push('fallback ended'))
  worker(0).postMessage = (message) => order.push(String(message))
  worker(0).say('opened')
  // No two devices run the same edit.
  expect(order).toEqual(['fallback ended', 'take over'])
  worker(0).postMessage = FakeWorker.prototype.postMessage
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(FakeWorker.all).toHaveLength(1)
  stop()
  expect(worker(0).terminate).toHaveBeenCalledOnce()
})

it('lets the worker answer though the device without a database is still on its way, which ends there', async () => {
  vi.mocked(runServerDevice).mockReturnValueOnce(new Promise(() => undefined))
  const stop = runDevice('user', LEAD)
  await vi.advanceTimersByTimeAsync(0)
  const [, signal] = vi.mocked(runServerDevice).mock.lastCall ?? []
  expect(signal?.aborted).toBe(false)
  worker(0).say('opened')
  expect(signal?.aborted).toBe(true)
  expect(worker(0).orders.at(-1)).toBe('take over')
  stop()
  expect(runServerDevice).toHaveBeenCalledOnce()
})

it('starts the device without a database after a while where its code did not come', async () => {
  vi.mocked(runServerDevice).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const stop = runDevice('user', LEAD)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(runServerDevice).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1)
  expect(runServerDevice).toHaveBeenCalledTimes(2)
  worker(0).say('opened')
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(stopFallback).toHaveBeenCalledOnce()
  stop()
})

it('a device whose code comes after a sign-out is ended before it begins', async () => {
  const stop = runDevice('user', LEAD)
  worker(0).say('unable')
  stop()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  const signals = vi.mocked(runServerDevice).mock.calls.map(([, signal]) => signal.aborted)
  expect(signals).toEqual([true])
})

it('starts nothing for what a worker had sent before a sign-out ended it', async () => {
  const stop = runDevice('user', LEAD)
  await vi.advanceTimersByTimeAsync(0)
  expect(runServerDevice).toHaveBeenCalledOnce()
  stop()
  for (const kind of ['unable', 'broken', 'remains'] as const) worker(0).say(kind)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(FakeWorker.all).toHaveLength(1)
  expect(runServerDevice).toHaveBeenCalledOnce()
})

it('lets it answer for good where PGlite cannot run, after three more tries', async () => {
  const stop = runDevice('user', LEAD)
  for (const [index, pause] of [30_000, 120_000, 600_000].entries()) {
    worker(index).say('unable')
    expect(worker(index).terminate).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(FakeWorker.all).toHaveLength(index + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(FakeWorker.all).toHaveLength(index + 2)
  }
  worker(3).say('unable')
  await vi.advanceTimersByTimeAsync(600 * MINUTE_MS)
  expect(FakeWorker.all).toHaveLength(4)
  expect(runServerDevice).toHaveBeenCalledOnce()
  stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(stopFallback).toHaveBeenCalledOnce()
})

it('opens the database once there is a network, where it could not be opened without one', async () => {
  const stop = runDevice('user', LEAD)
  worker(0).say('unable')
  await vi.advanceTimersByTimeAsync(0)
  network.dispatchEvent(new Event('online'))
  expect(FakeWorker.all).toHaveLength(2)
  worker(1).say('opened')
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(stopFallback).toHaveBeenCalledOnce()
  network.dispatchEvent(new Event('online'))
  expect(FakeWorker.all).toHaveLength(2)
  stop()
  network.dispatchEvent(new Event('online'))
  expect(FakeWorker.all).toHaveLength(2)
})

it('makes the database anew where it cannot be read, once, and answers by the server after that', async () => {
  const stop = runDevice('user', LEAD)
  expect(worker(0).orders[0]).toMatchObject({ isAnew: false })
  worker(0).say('broken')
  await vi.advanceTimersByTimeAsync(0)
  expect(worker(0).terminate).toHaveBeenCalledOnce()
  expect(worker(1).orders[0]).toMatchObject({ isAnew: true })
  // Nobody waits while it is made.
  expect(runServerDevice).toHaveBeenCalledOnce()
  worker(1).say('opened')
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(stopFallback).toHaveBeenCalledOnce()
  worker(1).say('broken')
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(worker(1).terminate).toHaveBeenCalledOnce()
  expect(runServerDevice).toHaveBeenCalledTimes(2)
  expect(FakeWorker.all).toHaveLength(2)
  stop()
  await vi.advanceTimersByTimeAsync(0)
  expect(stopFallback).toHaveBeenCalledTimes(2)
})

it('opens the same database once more where it holds remains of removed rows', async () => {
  const stop = runDevice('user', LEAD)
  worker(0).say('opened')
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  worker(0).say('remains')
  await vi.advanceTimersByTimeAsync(0)
  expect(worker(0).terminate).toHaveBeenCalledOnce()
  expect(worker(1).orders[0]).toMatchObject({ isAnew: false })
  // Nobody waits while it is copied.
  expect(runServerDevice).toHaveBeenCalledOnce()
  worker(1).say('opened')
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(stopFallback).toHaveBeenCalledOnce()
  expect(FakeWorker.all).toHaveLength(2)
  stop()
})

it('puts another worker in the place of one that hangs, and leaves one alone that answers', async () => {
  const stop = runDevice('user', LEAD)
  worker(0).say('opened')
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(FakeWorker.all).toHaveLength(1)
  worker(0).isHanging = true
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(worker(0).terminate).toHaveBeenCalledOnce()
  expect(runServerDevice).toHaveBeenCalledOnce()
  expect(FakeWorker.all).toHaveLength(2)
  worker(1).say('opened')
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(stopFallback).toHaveBeenCalledOnce()
  expect(FakeWorker.all).toHaveLength(2)
  stop()
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(worker(1).terminate).toHaveBeenCalledOnce()
})
