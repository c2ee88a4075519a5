import { describe, expect, it, vi } from 'vitest'
import {
  isSynced,
  nextState,
  StatusBoard,
  type SyncEvent,
  type SyncState,
  type SyncStatus,
} from './status.ts'

/** In the order of the columns below. */
const EVENTS: SyncEvent[] = [
  'rows_found',
  'rows_missing',
  'up_to_date',
  'fell_behind',
  'lost_server',
  'broke',
]
const TABLE: Record<SyncState, SyncState[]> = {
  starting: ['behind', 'first_sync', 'live', 'starting', 'offline', 'failed'],
  first_sync: ['behind', 'first_sync', 'live', 'first_sync', 'offline', 'failed'],
  live: ['live', 'first_sync', 'live', 'behind', 'offline', 'failed'],
  behind: ['behind', 'first_sync', 'live', 'behind', 'offline', 'failed'],
  offline: ['behind', 'first_sync', 'live', 'offline', 'offline', 'failed'],
  failed: ['failed', 'failed', 'failed', 'failed', 'failed', 'failed'],
}

describe.each(Object.entries(TABLE) as [SyncState, SyncState[]][])('%s', (state, row) => {
  it.each(EVENTS.map((event, index) => [event, row[index]]))('after %s is %s', (event, next) => {
    expect(nextState(state, event as SyncEvent)).toBe(next)
  })
})

const CALM: SyncStatus = {
  state: 'live',
  isComplete: true,
  isKept: true,
  pending: 0,
  rejected: 0,
  need: null,
  isServerBusy: false,
  isPaused: false,
  unknownMessages: 0,
}

it('is synced when nothing waits, is refused or needed, and everything is up to date', () => {
  expect(isSynced(CALM)).toBe(true)
})

it.each<Partial<SyncStatus>>([
  { pending: 1 },
  { rejected: 1 },
  { need: 'sign_in' },
  { need: 'update' },
  ...(Object.keys(TABLE) as SyncState[])
    .filter((state) => state !== 'live')
    .map((state) => ({ state })),
])('is not synced with %o', (change) => {
  expect(isSynced({ ...CALM, ...change })).toBe(false)
})

it('tells of a lost server and why in one step', () => {
  const board = new StatusBoard()
  const listener = vi.fn()
  board.listen(listener)
  board.lose(true)
  board.lose(false)
  expect(listener.mock.calls.map(([{ state, isServerBusy }]) => [state, isServerBusy])).toEqual([
    ['offline', true],
    ['offline', false],
  ])
})

it('tells of changes, and of nothing else', () => {
  const board = new StatusBoard()
  const listener = vi.fn()
  const end = board.listen(listener)
  board.dispatch('rows_missing')
  board.dispatch('rows_missing')
  board.set({ pending: 2 })
  board.set({ pending: 2, rejected: 0 })
  expect(listener.mock.calls.map(([{ state, pending }]) => [state, pending])).toEqual([
    ['first_sync', 0],
    ['first_sync', 2],
  ])
  end()
  board.set({ pending: 0 })
  expect(listener).toHaveBeenCalledTimes(2)
})
