// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { useRemote } from './use-remote.ts'

it('an answer to another question than the present one is not shown', async () => {
  let answerLate = (_: string): void => undefined
  const former = () => new Promise<string>((resolve) => (answerLate = resolve))
  const present = () => Promise.resolve('of the present one')
  const { result, rerender } = renderHook(useRemote<string>, { initialProps: former })
  await act(async () => rerender(present))
  await act(async () => answerLate('of the former one'))
  expect(result.current).toMatchObject({ value: 'of the present one', failure: null })
})

it('the value stays while it is read again, and when that fails', async () => {
  const answers = [Promise.resolve('first'), Promise.reject(new ApiError('internal_error', 'x'))]
  const read = () => answers.shift() ?? Promise.resolve('third')
  answers[1]?.catch(() => undefined)
  const { result } = await act(async () => renderHook(() => useRemote(read)))
  expect(result.current).toMatchObject({ value: 'first', failure: null })
  await act(async () => result.current.reload())
  expect(result.current).toMatchObject({ value: 'first', failure: expect.any(ApiError) })
  await act(async () => result.current.reload())
  expect(result.current).toMatchObject({ value: 'third', failure: null })
})

it('a failure is forgotten when the network returns, and the value is read again', async () => {
  let answer = (_: string): void => undefined
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError('offline', 'x'))
    .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const { result } = await act(async () => renderHook(() => useRemote(read)))
  expect(result.current).toMatchObject({ value: undefined, failure: expect.any(ApiError) })
  await act(async () => dispatchEvent(new Event('online')))
  expect(result.current).toMatchObject({ value: undefined, failure: null })
  await act(async () => answer('read'))
  expect(result.current).toMatchObject({ value: 'read', failure: null })
  expect(read).toHaveBeenCalledTimes(2)
})

it('a network that refuses the first request after its return is asked again unseen', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError('unreachable', 'x'))
    .mockResolvedValueOnce('read')
  const { result } = await act(async () => renderHook(() => useRemote(read)))
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(result.current).toMatchObject({ value: undefined, failure: null })
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(result.current).toMatchObject({ value: 'read', failure: null })
})

it('neither the answer nor the failure of another key is shown', async () => {
  let answer = (_: string): void => undefined
  const slow = () => new Promise<string>((resolve) => (answer = resolve))
  const former = () => Promise.resolve('of the former one')
  const fails = () => Promise.reject(new ApiError('internal_error', 'x'))
  const { result, rerender } = await act(async () =>
    renderHook(({ read, key }) => useRemote<string>(read, key), {
      initialProps: { read: former, key: 'former' },
    }),
  )
  expect(result.current.value).toBe('of the former one')
  await act(async () => rerender({ read: fails, key: 'wrong' }))
  expect(result.current).toMatchObject({ value: undefined, failure: expect.any(ApiError) })
  await act(async () => rerender({ read: slow, key: 'present' }))
  expect(result.current).toMatchObject({ value: undefined, failure: null })
  await act(async () => answer('of the present one'))
  expect(result.current.value).toBe('of the present one')
})

it('a call that was overtaken is stopped, which is no failure', async () => {
  let stopped: AbortSignal | undefined
  const slow = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => {
      stopped = signal
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  const { result, rerender } = renderHook(useRemote<string>, { initialProps: slow })
  await act(async () => rerender(() => new Promise<string>(() => undefined)))
  expect(stopped?.aborted).toBe(true)
  expect(result.current.failure).toBeNull()
})

it('a value is changed here, until it is read again', async () => {
  const read = () => Promise.resolve(1)
  const { result } = await act(async () => renderHook(() => useRemote(read)))
  act(() => result.current.change((value) => value + 1))
  expect(result.current.value).toBe(2)
  await act(async () => result.current.reload())
  expect(result.current.value).toBe(1)
})
