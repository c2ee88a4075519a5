import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { untilDone } from '#web/lib/until-done.ts'
import { keepOfflineFiles } from './offline-files.ts'

/** The service worker's answers in order; no answer stands for a worker that was stopped. */
let answers: (boolean | undefined)[]
let asked: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  asked = 0
  const active = {
    postMessage(_: unknown, [port]: MessagePort[]) {
      asked += 1
      const answer = answers.shift()
      if (answer !== undefined) port?.postMessage(answer)
    },
  }
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ active }) } })
  const target = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    vi.stubGlobal(name, target[name].bind(target))
  }
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets messages between ports arrive; fake timers do not hold `setImmediate` back. */
const delivered = () => new Promise((resolve) => setImmediate(resolve))

async function untilAsked(times: number) {
  while (asked < times) await delivered()
  await delivered()
  await delivered()
}

it('files that did not come are asked for again after a pause, and when the network is back', async () => {
  answers = [false, false, false, true]
  let isDone = false
  const done = untilDone(keepOfflineFiles).then(() => {
    isDone = true
  })
  await untilAsked(1)
  await vi.advanceTimersByTimeAsync(5_000)
  await untilAsked(2)
  await vi.advanceTimersByTimeAsync(5_000)
  await delivered()
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(5_000)
  await untilAsked(3)
  expect(isDone).toBe(false)
  dispatchEvent(new Event('online'))
  await done
  expect(asked).toBe(4)
})

it('files are asked for again where the service worker ended in between', async () => {
  answers = [undefined, true]
  const done = untilDone(keepOfflineFiles)
  await untilAsked(1)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  await vi.advanceTimersByTimeAsync(5_000)
  await done
  expect(asked).toBe(2)
})
