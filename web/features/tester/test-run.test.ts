import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { planTests } from './test-plan.ts'
import { pauseMs, runTests, type TestResult } from './test-run.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const FOUND = { data: [], count: 7, totalPages: 1, complexity: 'simple' }

async function collect(count: number, signal = new AbortController().signal) {
  const results: TestResult[] = []
  const done = (async () => {
    for await (const result of runTests(planTests(count), signal)) results.push(result)
  })()
  return { results, done }
}

it('TESTER-04 searches the first page of 25, one search at a time', async () => {
  let [underWay, most] = [0, 0]
  const bodies: { page: number; limit: number }[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)))
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setTimeout(resolve, 100))
    underWay -= 1
    return Response.json(FOUND)
  })
  const { results, done } = await collect(4)
  await vi.runAllTimersAsync()
  await done
  expect(results).toHaveLength(4)
  expect(bodies).toHaveLength(4)
  expect(most).toBe(1)
  for (const body of bodies) expect(body).toMatchObject({ page: 1, limit: 25 })
})

it('TESTER-05 pauses 500 ms between two, or 200 ms above 50', async () => {
  expect([1, 50, 51, 1000].map(pauseMs)).toEqual([500, 500, 200, 200])
  const sentAt: number[] = []
  vi.stubGlobal('fetch', async () => {
    sentAt.push(Date.now())
    return Response.json(FOUND)
  })
  const { done } = await collect(3)
  await vi.runAllTimersAsync()
  await done
  const [first = 0, ...rest] = sentAt
  expect(rest.map((at) => at - first)).toEqual([500, 1000])
})

it('TESTER-06 stops at once, also in a pause', async () => {
  const fetch = vi.fn(async () => Response.json(FOUND))
  vi.stubGlobal('fetch', fetch)
  const controller = new AbortController()
  const { results, done } = await collect(20, controller.signal)
  await vi.advanceTimersByTimeAsync(700)
  expect(results).toHaveLength(2)
  controller.abort()
  await done
  await vi.runAllTimersAsync()
  expect(fetch).toHaveBeenCalledTimes(2)
})

it('TESTER-08 a search that is answered has passed, one that is refused tells why', async () => {
  const answers = [
    Response.json({ ...FOUND, count: 0 }),
    Response.json({ error: { code: 'internal_error', message: 'It broke.' } }, { status: 500 }),
    Response.json({ nothing: 'of the agreed form' }),
  ]
  vi.stubGlobal('fetch', async () => answers.shift())
  const { results, done } = await collect(3)
  await vi.runAllTimersAsync()
  await done
  expect(results.map(({ outcome }) => outcome)).toEqual([
    { hasPassed: true, count: 0 },
    { hasPassed: false, reason: 'It broke.' },
    { hasPassed: false, reason: 'The answer cannot be read.' },
  ])
})
