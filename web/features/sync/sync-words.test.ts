import { expect, it } from 'vitest'
import type { SyncStatus } from '../../../sync/client/status.ts'
import { syncWords } from './sync-words.ts'

const LIVE: SyncStatus = { state: 'live', isComplete: true, pending: 0, rejected: 0, need: null }
const STATES = ['starting', 'first_sync', 'live', 'behind', 'offline', 'failed'] as const

it('says "Synced" only when everything here is there and everything there is here', () => {
  const said: SyncStatus[] = []
  for (const state of STATES) {
    for (const pending of [0, 3]) {
      for (const rejected of [0, 1]) {
        for (const need of [null, 'sign_in', 'update'] as const) {
          for (const isOnline of [true, false]) {
            const status = { ...LIVE, state, pending, rejected, need }
            if (syncWords(status, isOnline)?.text === 'Synced') said.push(status)
          }
        }
      }
    }
  }
  expect(said).toEqual([LIVE])
})

it.each([
  [{ ...LIVE, pending: 3 }, true, '3 waiting'],
  [{ ...LIVE, pending: 3 }, false, 'Offline, 3 waiting'],
  [LIVE, false, 'Offline'],
  [{ ...LIVE, state: 'offline' as const }, true, 'Offline'],
  [{ ...LIVE, state: 'first_sync' as const }, true, 'Syncing'],
  [{ ...LIVE, rejected: 1, pending: 2 }, true, 'Needs attention 1'],
  [{ ...LIVE, need: 'sign_in' as const }, true, 'Log in to sync'],
  [{ ...LIVE, state: 'failed' as const }, true, 'Sync stopped'],
])('says of %o, online %s: %s', (status, isOnline, text) => {
  expect(syncWords(status, isOnline)?.text).toBe(text)
})

it('says nothing of the rows of a visitor', () => {
  expect(syncWords(null, true)).toBeNull()
  expect(syncWords(null, false)?.text).toBe('Offline')
})
