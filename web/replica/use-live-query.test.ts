// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { StatusBoard, type SyncStatus } from '#sync/client/status.ts'
import { followQuery } from './follow-query.ts'
import { noteAnswer } from './next-answer.ts'
import { replicaStore } from './replica.ts'
import { useLiveQuery } from './use-live-query.ts'

vi.mock('./follow-query.ts', async (original) => ({
  ...(await original<object>()),
  followQuery: vi.fn(() => () => undefined),
}))
vi.mock('./first-paint-cache.ts', () => ({
  cacheRows: vi.fn(),
  readCachedRows: async () => null,
  recordContact: vi.fn(),
}))
vi.mock('./next-answer.ts', () => ({ noteAnswer: vi.fn() }))
vi.mock('#web/session/session.ts', () => ({ useActor: () => ({ id: 'ana' }) }))
vi.mock('#web/lib/hooks/use-online.ts', () => ({ useOnline: () => true }))
afterEach(() => {
  cleanup()
  replicaStore.status = null
})

const told = (change: Partial<SyncStatus>) =>
  act(async () => {
    replicaStore.status = { ...new StatusBoard().status, ...change }
  })

/** The device's answer to the query that was followed last. */
const answered = (rows: unknown[]) =>
  act(async () => vi.mocked(followQuery).mock.lastCall?.[0].onRows(rows))

/** Follows the lists. @returns reads how complete they are. */
function following() {
  const { result } = renderHook(() => useLiveQuery('lists.all', {}))
  return () => ({ status: result.current.status, absence: result.current.absence })
}

it('rows that a pause holds back in the first sync are not loading: they may be on the server', async () => {
  const read = following()
  await told({ state: 'first_sync' })
  expect(read()).toEqual({ status: 'loading', absence: 'loading' })
  await told({ state: 'first_sync', isPaused: true })
  expect(read()).toEqual({ status: 'ready', absence: 'away' })
  // With rows of an earlier sync on the device, they come in a moment.
  await told({ state: 'behind', isPaused: true, isComplete: true })
  expect(read()).toEqual({ status: 'loading', absence: 'loading' })
})

it('a device that fails before its first sync is complete has failed, whatever it answered', async () => {
  const read = following()
  await told({ state: 'offline' })
  await answered([])
  expect(read()).toEqual({ status: 'ready', absence: 'away' })
  await told({ state: 'failed' })
  expect(read().status).toBe('failed')
})

it('a device that fails later still knows that there were no rows', async () => {
  const read = following()
  await told({ state: 'live', isComplete: true })
  await answered([])
  await told({ state: 'failed', isComplete: true })
  expect(read()).toEqual({ status: 'ready', absence: 'none' })
})

it('notes an answer once it is on the screen', async () => {
  vi.mocked(noteAnswer).mockClear()
  following()
  await told({ state: 'offline' })
  expect(noteAnswer).not.toHaveBeenCalled()
  await answered([])
  expect(noteAnswer).toHaveBeenCalledOnce()
})

it('a row that has not changed is the same from answer to answer: its card does not render again', async () => {
  const { result } = renderHook(() => useLiveQuery('lists.all', {}))
  const at = new Date(2026, 10, 4)
  const row = (id: string, name: string) => ({ id, name, created_at: new Date(at) })
  await told({ state: 'live', isComplete: true })
  await answered([row('a', 'Nights'), row('b', 'Days')])
  const before = result.current.rows
  await answered([row('a', 'Nights'), row('b', 'Days')])
  expect(result.current.rows).toBe(before)
  await answered([row('c', 'New'), row('a', 'Nights'), row('b', 'Renamed')])
  const [added, kept, changed] = result.current.rows
  expect(kept).toBe(before[0])
  expect([added, changed]).toEqual([row('c', 'New'), row('b', 'Renamed')])
  await answered([row('b', 'Renamed')])
  expect(result.current.rows).toEqual([row('b', 'Renamed')])
})
