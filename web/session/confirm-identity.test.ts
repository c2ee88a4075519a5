import { expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { identityQuestion, withConfirmation } from './confirm-identity.ts'

const required = new ApiError('confirmation_required', 'Please confirm that it is you.')

it('makes a call once where nobody is asked', async () => {
  const make = vi.fn().mockResolvedValue('done')
  expect(await withConfirmation(make)).toEqual({ answer: 'done' })
  expect(make).toHaveBeenCalledTimes(1)
})

it('asks, and makes the call once more', async () => {
  const make = vi.fn().mockRejectedValueOnce(required).mockResolvedValue('done')
  const outcome = withConfirmation(make)
  await vi.waitFor(() => expect(identityQuestion.settle).not.toBeNull())
  identityQuestion.settle?.(true)
  expect(await outcome).toEqual({ answer: 'done' })
  expect(identityQuestion.settle).toBeNull()
})

it('makes no call more where they would not say', async () => {
  const make = vi.fn().mockRejectedValue(required)
  const outcome = withConfirmation(make)
  await vi.waitFor(() => expect(identityQuestion.settle).not.toBeNull())
  identityQuestion.settle?.(false)
  expect(await outcome).toBeUndefined()
  expect(make).toHaveBeenCalledTimes(1)
})

it('lets any other failure through', async () => {
  const failed = new ApiError('internal_error', 'x')
  await expect(withConfirmation(() => Promise.reject(failed))).rejects.toBe(failed)
})
