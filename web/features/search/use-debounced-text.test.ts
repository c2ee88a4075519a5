import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { act, mountHook } from '#tests/support/mount.tsx'
import { useDebouncedText } from './use-debounced-text.ts'

const apply = vi.fn()
const field = (value: string) => useDebouncedText(value, apply)

beforeEach(() => {
  vi.useFakeTimers()
  apply.mockReset()
})
afterEach(() => void vi.useRealTimers())

it('SEARCH-39 text is applied once, 150 ms after the last letter, without spaces around it', async () => {
  const hook = await mountHook(field, '')
  for (const text of ['h', 'ho', ' hou ']) {
    await act(() => hook.current[1](text))
    await act(() => vi.advanceTimersByTime(149))
  }
  expect(apply).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTime(1))
  expect(apply.mock.calls).toEqual([['hou']])
  expect(hook.current[0]).toBe(' hou ')
  await hook.unmount()
})

it('a text that was applied returns late and replaces no letter typed since; another one does', async () => {
  const hook = await mountHook(field, '')
  await act(() => hook.current[1]('hou'))
  await act(() => vi.advanceTimersByTime(150))
  await act(() => hook.current[1]('houst'))
  await hook.render('hou')
  expect(hook.current[0]).toBe('houst')
  await hook.render('reno')
  expect(hook.current[0]).toBe('reno')
  await act(() => vi.advanceTimersByTime(150))
  expect(apply.mock.calls).toEqual([['hou']])
  await hook.unmount()
})
