// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePoll } from './use-poll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const follow = (poll: () => void, everyMs: number | undefined) =>
  renderHook(({ ms }: { ms: number | undefined }) => usePoll(poll, ms), {
    initialProps: { ms: everyMs },
  })

it('calls while there is something to follow, and no longer', () => {
  const poll = vi.fn()
  const { rerender } = follow(poll, undefined)
  vi.advanceTimersByTime(5_000)
  expect(poll).not.toHaveBeenCalled()
  rerender({ ms: 1_000 })
  vi.advanceTimersByTime(2_000)
  expect(poll).toHaveBeenCalledTimes(2)
  rerender({ ms: undefined })
  vi.advanceTimersByTime(5_000)
  expect(poll).toHaveBeenCalledTimes(2)
})

it('waits out of sight and without a network, and calls at once when it is back in sight', () => {
  const poll = vi.fn()
  const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  follow(poll, 1_000)
  vi.advanceTimersByTime(2_000)
  expect(poll).not.toHaveBeenCalled()
  sight.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(poll).toHaveBeenCalledTimes(1)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.advanceTimersByTime(2_000)
  expect(poll).toHaveBeenCalledTimes(1)
})
