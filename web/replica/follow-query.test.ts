import { afterEach, expect, it, vi } from 'vitest'
import type { SyncStatus } from '#sync/client/status.ts'
import type { TabReplica } from '#sync/client/tab/tab-replica.ts'
import { followQuery, isCurrent } from './follow-query.ts'

const { opened } = vi.hoisted(() => ({ opened: vi.fn() }))
vi.mock('./replica.ts', () => ({ openedReplica: opened }))

let end = () => {}
afterEach(() => end())

/** Follows the lists on a device that has these rows, and tells of its status when told to. */
async function following(rows: object[], first: Partial<SyncStatus>) {
  let tell = (_status: SyncStatus) => {}
  let change = (_tables: null) => {}
  const status = (change: Partial<SyncStatus>) => change as SyncStatus
  const query = vi.fn(async () => rows)
  const replica: Pick<TabReplica, 'query' | 'onTables' | 'onStatus'> = {
    query: query as unknown as TabReplica['query'],
    onTables(listener) {
      change = listener
      return () => undefined
    },
    onStatus(listener) {
      listener(status(first))
      tell = listener
      return () => undefined
    },
  }
  opened.mockResolvedValue(replica)
  const onRows = vi.fn()
  const onFailure = vi.fn()
  end = followQuery({ name: 'lists.all', args: {}, onRows, onFailure })
  await vi.waitFor(() => expect(onRows).toHaveBeenCalledTimes(1))
  return {
    ...{ query, onRows, onFailure },
    tell: (change: Partial<SyncStatus>) => tell(status(change)),
    change: () => change(null),
  }
}

const CURRENT = { state: 'live', isComplete: true } as const

it('asks again for what was not there, once the device has all that the server has', async () => {
  const { query, tell } = await following([], { state: 'behind', isComplete: true })
  expect(query).toHaveBeenCalledTimes(1)
  tell(CURRENT)
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2))
  tell({ ...CURRENT })
  await Promise.resolve()
  expect(query).toHaveBeenCalledTimes(2)
})

it('does not ask again for nothing, where the device had all when it answered', async () => {
  const { query, tell } = await following([], CURRENT)
  tell({ state: 'behind', isComplete: true })
  tell(CURRENT)
  await Promise.resolve()
  expect(query).toHaveBeenCalledTimes(1)
})

it('does not ask again for rows that are there', async () => {
  const { query, tell } = await following([{}], { state: 'behind', isComplete: true })
  tell(CURRENT)
  await Promise.resolve()
  expect(query).toHaveBeenCalledTimes(1)
})

it('asks again for rows of a first sync when it is over, whatever was there', async () => {
  const { query, tell } = await following([{}], { state: 'first_sync', isComplete: false })
  tell({ state: 'behind', isComplete: true })
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(2))
})

it('asks again for rows that changed while an answer failed', async () => {
  const { query, onRows, onFailure, change } = await following([{}], CURRENT)
  let fail = (_: Error) => {}
  query.mockReturnValueOnce(
    new Promise((_, reject) => {
      fail = reject
    }),
  )
  change()
  change()
  fail(new Error('The device ended.'))
  await vi.waitFor(() => expect(onRows).toHaveBeenCalledTimes(2))
  expect(onFailure).toHaveBeenCalledOnce()
  expect(query).toHaveBeenCalledTimes(3)
})

it('has all that the server has where it is live and no shape is missing', () => {
  expect(isCurrent(CURRENT as SyncStatus)).toBe(true)
  expect(isCurrent({ ...CURRENT, isComplete: false } as SyncStatus)).toBe(false)
  expect(isCurrent({ ...CURRENT, state: 'behind' } as SyncStatus)).toBe(false)
  expect(isCurrent(null)).toBe(false)
})
