import { afterEach, expect, it, vi } from 'vitest'
import type { ApiError } from '#web/lib/api-client.ts'
import { usersError } from './account-messages.ts'
import { fetchUsers } from './accounts-client.ts'

vi.mock('#web/session/pending-sign-out.ts', () => ({ settleSignOut: async () => undefined }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('USERS-02 gives the list of users up after 10 seconds without an answer, asked for once', async () => {
  const late = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  const fetched = vi.fn(
    (_: unknown, init: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      }),
  )
  vi.stubGlobal('fetch', fetched)
  const asked = fetchUsers({}).catch((error: ApiError) => error)
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
  late.abort(new DOMException('late', 'TimeoutError'))
  const error = (await asked) as ApiError
  expect(timeout).toHaveBeenCalledWith(10_000)
  expect(error).toMatchObject({ code: 'timeout', message: 'timeout: no answer in 10 seconds' })
  expect(usersError(error).title).toBe('Failed to load users')
  expect(fetched).toHaveBeenCalledTimes(1)
})
