// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useLatestCallback } from './use-latest-callback.ts'

it('the function stays the same from render to render, and runs the latest one', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  const { result, rerender } = renderHook(({ run }) => useLatestCallback(run), {
    initialProps: { run: first },
  })
  const before = result.current
  rerender({ run: second })
  expect(result.current).toBe(before)
  before('cardiology')
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledWith('cardiology')
})
