import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NAMED_AT_ONCE_MAX } from '#db/schema/candidates.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { fetchNames } from '#web/lib/people/people-client.ts'
import { serverNameOf } from './person-names.ts'

vi.mock('#web/lib/people/people-client.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  fetchNames: vi.fn(),
}))

const name = (id: string) => ({ id, first_name: 'Ada', middle_name: null, last_name: id })
const known = (ids: readonly string[]) => ids.filter((id) => id !== 'removed').map(name)

beforeEach(() => {
  vi.mocked(fetchNames).mockReset()
  vi.mocked(fetchNames).mockImplementation(async (ids) => known(ids))
})

afterEach(() => vi.useRealTimers())

it('people are asked for together, each once', async () => {
  const names = await Promise.all(['Reed', 'Vale', 'Reed', 'removed'].map(serverNameOf))
  expect(names).toEqual(['Ada Reed', 'Ada Vale', 'Ada Reed', null])
  expect(vi.mocked(fetchNames).mock.calls.map(([ids]) => ids)).toEqual([
    ['Reed', 'Vale', 'removed'],
  ])
  await serverNameOf('Vale')
  expect(fetchNames).toHaveBeenCalledTimes(2)
})

it('people whose rows ask again by timers of their own are asked for together', async () => {
  vi.useFakeTimers()
  const names = ['Reed', 'Vale'].map(async (id) => {
    await new Promise((resolve) => setTimeout(resolve, 10_000))
    return serverNameOf(id)
  })
  await vi.advanceTimersByTimeAsync(10_001)
  expect(await Promise.all(names)).toEqual(['Ada Reed', 'Ada Vale'])
  expect(fetchNames).toHaveBeenCalledOnce()
})

it('a name that the server does not tell leaves those of its other answers', async () => {
  vi.mocked(fetchNames).mockRejectedValueOnce(new ApiError('offline', 'There is no network.'))
  const ids = Array.from({ length: NAMED_AT_ONCE_MAX + 1 }, (_, index) => `${index}`)
  const names = await Promise.all(ids.map(serverNameOf))
  expect(names.slice(0, NAMED_AT_ONCE_MAX)).toEqual(Array(NAMED_AT_ONCE_MAX).fill(undefined))
  expect(names.at(-1)).toBe(`Ada ${NAMED_AT_ONCE_MAX}`)
})

it('a fault of the code is not taken for a missing answer', async () => {
  vi.mocked(fetchNames).mockRejectedValue(new TypeError('broken'))
  await expect(serverNameOf('Reed')).rejects.toThrow('broken')
})
