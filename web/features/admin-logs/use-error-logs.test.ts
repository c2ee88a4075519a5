// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { SearchErrorEntry, SearchErrorQuery } from '#api/contract/admin-search-errors.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import {
  deleteSearchError,
  fetchSearchErrorGroups,
  fetchSearchErrorStatistics,
  fetchSearchErrors,
} from './logs-client.ts'
import { useErrorLogs } from './use-error-logs.ts'

vi.mock('./logs-client.ts')
vi.mock('#web/session/confirm-identity.ts', () => ({
  withConfirmation: async (send: () => Promise<unknown>) => ({ answer: await send() }),
}))

const entries = ['a', 'b'].map((id) => ({ id }) as SearchErrorEntry)
const opened = (query: SearchErrorQuery) => act(async () => renderHook(() => useErrorLogs(query)))
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
  const { result } = await opened({ range: '24h' })
  expect(result.current).toMatchObject({ failure: null, statistics: undefined })
  expect(ids(result.current)).toEqual(['a', 'b'])
  expect(toastStore.current).toBeNull()
})

it('LOGS-14 an entry that is deleted goes at once, and the figures are counted again', async () => {
  const { result } = await opened({ range: '7d', type: 'timeout' })
  vi.mocked(fetchSearchErrors).mockReturnValue(new Promise(() => undefined))
  await act(() => result.current.remove('a'))
  expect(deleteSearchError).toHaveBeenCalledExactlyOnceWith('a')
  expect(ids(result.current)).toEqual(['b'])
  expect(toastStore.current).toMatchObject({ title: 'Log deleted', tone: 'ok' })
  expect(vi.mocked(fetchSearchErrorStatistics).mock.calls).toEqual([
    [{ range: '7d' }],
    [{ range: '7d' }],
  ])
})

it('LOGS-16 an entry that could not be deleted stays, with the reason', async () => {
  vi.mocked(deleteSearchError).mockRejectedValue(new ApiError('not_found', 'No such entry.'))
  const { result } = await opened({ range: '24h' })
  await act(() => result.current.remove('a'))
  expect(ids(result.current)).toEqual(['a', 'b'])
  expect(toastStore.current).toMatchObject({
    title: 'Failed to delete log',
    description: 'No such entry.',
  })
})
