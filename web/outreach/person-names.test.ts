import { beforeEach, expect, it, vi } from 'vitest'
import { NAMED_AT_ONCE_MAX } from '#api/contract/candidates.ts'
import { ApiError, fetchNames } from '#web/lib/api-client.ts'
import { nameOf } from './person-names.ts'

vi.mock('#web/lib/api-client.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  fetchNames: vi.fn(),
}))

const name = (id: string) => ({ id, first_name: 'Ada', middle_name: null, last_name: id })
const known = (ids: readonly string[]) => ids.filter((id) => id !== 'removed').map(name)
const without = (candidate_id: string) => nameOf({ candidate_id, card: null })

beforeEach(() => {
  vi.mocked(fetchNames).mockReset()
  vi.mocked(fetchNames).mockImplementation(async (ids) => known(ids))
})

it('people without a card are asked for together, each once', async () => {
  const names = await Promise.all(['Reed', 'Vale', 'Reed', 'removed'].map(without))
  expect(names).toEqual(['Ada Reed', 'Ada Vale', 'Ada Reed', undefined])
  expect(vi.mocked(fetchNames).mock.calls.map(([ids]) => ids)).toEqual([
    ['Reed', 'Vale', 'removed'],
  ])
  await without('Vale')
  expect(fetchNames).toHaveBeenCalledTimes(2)
})

it('a name that the server does not tell leaves those of its other answers', async () => {
  vi.mocked(fetchNames).mockRejectedValueOnce(new ApiError('offline', 'There is no network.'))
  const ids = Array.from({ length: NAMED_AT_ONCE_MAX + 1 }, (_, index) => `${index}`)
  const names = await Promise.all(ids.map(without))
  expect(names.slice(0, NAMED_AT_ONCE_MAX)).toEqual(Array(NAMED_AT_ONCE_MAX).fill(undefined))
  expect(names.at(-1)).toBe(`Ada ${NAMED_AT_ONCE_MAX}`)
})

it('a fault of the code is not taken for a missing answer', async () => {
  vi.mocked(fetchNames).mockRejectedValue(new TypeError('broken'))
  await expect(without('Reed')).rejects.toThrow('broken')
})
