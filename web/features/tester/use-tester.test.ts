// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { runTests, type TestResult } from './test-run.ts'
import { useTester } from './use-tester.ts'

vi.mock('./test-run.ts')

const RESULT = { outcome: { hasPassed: true, count: 1 } } as TestResult

/** The signal of a run that gives one result and goes on until it is ended. */
async function begun(tester: { current: ReturnType<typeof useTester> }): Promise<AbortSignal> {
  let ended = new AbortController().signal
  vi.mocked(runTests).mockImplementation(async function* (_, signal) {
    ended = signal
    yield RESULT
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  })
  await act(async () => tester.current.start(20))
  return ended
}

it('TESTER-06 a run ends when it is stopped, and keeps its results until they are cleared', async () => {
  const { result } = renderHook(useTester)
  await begun(result)
  expect(result.current).toMatchObject({ planned: 20, results: [RESULT], isRunning: true })
  await act(async () => result.current.stop())
  expect(result.current).toMatchObject({ planned: 20, results: [RESULT], isRunning: false })
  await act(async () => result.current.clear())
  expect(result.current).toMatchObject({ planned: 0, results: [] })
})

it('TESTER-06 a run ends with its screen', async () => {
  const { result, unmount } = renderHook(useTester)
  const signal = await begun(result)
  expect(signal.aborted).toBe(false)
  unmount()
  expect(signal.aborted).toBe(true)
})
