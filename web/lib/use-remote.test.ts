import { expect, it } from 'vitest'
import { act, mountHook } from '#tests/support/mount.tsx'
import { ApiError } from './api-client.ts'
import { useRemote } from './use-remote.ts'

it('an answer to another question than the present one is not shown', async () => {
  let answerLate = (_: string): void => undefined
  const former = () => new Promise<string>((resolve) => (answerLate = resolve))
  const present = () => Promise.resolve('of the present one')
  const remote = await mountHook((read: () => Promise<string>) => useRemote(read), former)
  await remote.render(present)
  await act(async () => answerLate('of the former one'))
  expect(remote.current).toMatchObject({ value: 'of the present one', hasFailed: false })
  await remote.unmount()
})

it('the value stays while it is read again, and when that fails', async () => {
  const answers = [Promise.resolve('first'), Promise.reject(new ApiError('internal_error', 'x'))]
  const read = () => answers.shift() ?? Promise.resolve('third')
  answers[1]?.catch(() => undefined)
  const remote = await mountHook((each: () => Promise<string>) => useRemote(each), read)
  expect(remote.current).toMatchObject({ value: 'first', hasFailed: false })
  await act(async () => remote.current.reload())
  expect(remote.current).toMatchObject({ value: 'first', hasFailed: true })
  await act(async () => remote.current.reload())
  expect(remote.current).toMatchObject({ value: 'third', hasFailed: false })
  await remote.unmount()
})
