// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
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
