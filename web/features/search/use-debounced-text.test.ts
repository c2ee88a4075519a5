// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDebouncedText } from './use-debounced-text.ts'

const apply = vi.fn()
const field = (value: string) => useDebouncedText(value, apply)

beforeEach(() => {
  vi.useFakeTimers()
  apply.mockReset()
})
afterEach(() => void vi.useRealTimers())

it('SEARCH-39 text is applied once, 150 ms after the last letter, without spaces around it', () => {
  const { result } = renderHook(field, { initialProps: '' })
  for (const text of ['h', 'ho', ' hou ']) {
    act(() => result.current[1](text))
    act(() => void vi.advanceTimersByTime(149))
  }
  expect(apply).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  expect(apply.mock.calls).toEqual([['hou']])
  expect(result.current[0]).toBe(' hou ')
})

it('a text that was applied returns late and replaces no letter typed since; another one does', () => {
  const { result, rerender } = renderHook(field, { initialProps: '' })
  act(() => result.current[1]('hou'))
  act(() => void vi.advanceTimersByTime(150))
  act(() => result.current[1]('houst'))
  rerender('hou')
  expect(result.current[0]).toBe('houst')
  rerender('reno')
  expect(result.current[0]).toBe('reno')
  act(() => void vi.advanceTimersByTime(150))
  expect(apply.mock.calls).toEqual([['hou']])
})
