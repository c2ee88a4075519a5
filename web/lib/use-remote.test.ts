// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { useRemote } from './use-remote.ts'

it('an answer to another question than the present one is not shown', async () => {
  let answerLate = (_: string): void => undefined
  const former = () => new Promise<string>((resolve) => (answerLate = resolve))
  const present = () => Promise.resolve('of the present one')
  const { result, rerender } = renderHook(useRemote<string>, { initialProps: former })
  await act(async () => rerender(present))
  await act(async () => answerLate('of the former one'))
  expect(result.current).toMatchObject({ value: 'of the present one', hasFailed: false })
})

it('the value stays while it is read again, and when that fails', async () => {
  const answers = [Promise.resolve('first'), Promise.reject(new ApiError('internal_error', 'x'))]
  const read = () => answers.shift() ?? Promise.resolve('third')
  answers[1]?.catch(() => undefined)
  const { result } = await act(async () => renderHook(() => useRemote(read)))
  expect(result.current).toMatchObject({ value: 'first', hasFailed: false })
  await act(async () => result.current.reload())
  expect(result.current).toMatchObject({ value: 'first', hasFailed: true })
  await act(async () => result.current.reload())
  expect(result.current).toMatchObject({ value: 'third', hasFailed: false })
})

it('a failure is forgotten when the network returns, and the value is read again', async () => {
  let answer = (_: string): void => undefined
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError('offline', 'x'))
    .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const { result } = await act(async () => renderHook(() => useRemote(read)))
  expect(result.current).toMatchObject({ value: undefined, hasFailed: true })
  await act(async () => dispatchEvent(new Event('online')))
  expect(result.current).toMatchObject({ value: undefined, hasFailed: false })
  await act(async () => answer('read'))
  expect(result.current).toMatchObject({ value: 'read', hasFailed: false })
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
  expect(result.current).toMatchObject({ value: undefined, hasFailed: false })
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(result.current).toMatchObject({ value: 'read', hasFailed: false })
})
