import { beforeEach, expect, it, vi } from 'vitest'
import type { SearchErrorEntry } from '#api/contract/admin-search-errors.ts'
import { act, mountHook } from '#tests/support/mount.tsx'
import { ApiError } from '#web/lib/api-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import {
  deleteSearchError,
  fetchSearchErrorGroups,
  fetchSearchErrorStatistics,
  fetchSearchErrors,
} from './admin-logs-client.ts'
import { useErrorLogs } from './use-error-logs.ts'

vi.mock('./admin-logs-client.ts')
vi.mock('#web/session/confirm-identity.ts', () => ({
  withConfirmation: async (send: () => Promise<unknown>) => ({ answer: await send() }),
}))

const entries = ['a', 'b'].map((id) => ({ id }) as SearchErrorEntry)
const ids = (logs: ReturnType<typeof useErrorLogs>) => logs.entries?.map(({ id }) => id)

beforeEach(() => {
  vi.resetAllMocks()
  vi.mocked(fetchSearchErrors).mockResolvedValue(entries)
  vi.mocked(fetchSearchErrorGroups).mockResolvedValue([])
  vi.mocked(fetchSearchErrorStatistics).mockReturnValue(new Promise(() => undefined))
  toastStore.current = null
})

it('LOGS-07 without the figures the entries are there all the same', async () => {
  vi.mocked(fetchSearchErrorStatistics).mockRejectedValue(new ApiError('internal_error', 'x'))
  const logs = await mountHook(useErrorLogs, { range: '24h' })
  expect(logs.current).toMatchObject({ failure: null, statistics: undefined })
  expect(ids(logs.current)).toEqual(['a', 'b'])
  expect(toastStore.current).toBeNull()
  await logs.unmount()
})

it('LOGS-14 an entry that is deleted goes at once, and the figures are counted again', async () => {
  const logs = await mountHook(useErrorLogs, { range: '7d', type: 'timeout' })
  vi.mocked(fetchSearchErrors).mockReturnValue(new Promise(() => undefined))
  await act(() => logs.current.remove('a'))
  expect(deleteSearchError).toHaveBeenCalledExactlyOnceWith('a')
  expect(ids(logs.current)).toEqual(['b'])
  expect(toastStore.current).toMatchObject({ title: 'Log deleted', tone: 'ok' })
  expect(vi.mocked(fetchSearchErrorStatistics).mock.calls).toEqual([
    [{ range: '7d' }],
    [{ range: '7d' }],
  ])
  await logs.unmount()
})

it('LOGS-16 an entry that could not be deleted stays, with the reason', async () => {
  vi.mocked(deleteSearchError).mockRejectedValue(new ApiError('not_found', 'No such entry.'))
  const logs = await mountHook(useErrorLogs, { range: '24h' })
  await act(() => logs.current.remove('a'))
  expect(ids(logs.current)).toEqual(['a', 'b'])
  expect(toastStore.current).toMatchObject({
    title: 'Failed to delete log',
    description: 'No such entry.',
  })
  await logs.unmount()
})
