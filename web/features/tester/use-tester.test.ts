import { expect, it, vi } from 'vitest'
import { act, mountHook } from '#tests/support/mount.tsx'
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
  const tester = await mountHook(useTester, undefined)
  await begun(tester)
  expect(tester.current).toMatchObject({ planned: 20, results: [RESULT], isRunning: true })
  await act(async () => tester.current.stop())
  expect(tester.current).toMatchObject({ planned: 20, results: [RESULT], isRunning: false })
  await act(async () => tester.current.clear())
  expect(tester.current).toMatchObject({ planned: 0, results: [] })
  await tester.unmount()
})

it('TESTER-06 a run ends with its screen', async () => {
  const tester = await mountHook(useTester, undefined)
  const signal = await begun(tester)
  expect(signal.aborted).toBe(false)
  await tester.unmount()
  expect(signal.aborted).toBe(true)
})
