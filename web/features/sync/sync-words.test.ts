import { expect, it } from 'vitest'
import type { SyncStatus } from '#sync/client/status.ts'
import { syncNotes } from '#web/replica/sync-messages.ts'
import { offlineWords, syncWords } from './sync-words.ts'

const LIVE: SyncStatus = {
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
const PAUSED: SyncStatus = { ...LIVE, state: 'behind', isPaused: true }
const BUSY: SyncStatus = { ...LIVE, state: 'offline', isServerBusy: true }
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
  [BUSY, true, 'Server busy'],
  [{ ...BUSY, pending: 3 }, true, 'Busy, 3 waiting'],
  [{ ...BUSY, pending: 3 }, false, 'Offline, 3 waiting'],
  [{ ...BUSY, need: 'sign_in' as const }, true, 'Log in to sync'],
  [{ ...BUSY, state: 'live' as const }, true, 'Synced'],
  [PAUSED, true, 'Sync paused'],
  [{ ...PAUSED, pending: 3 }, true, 'Paused, 3 waiting'],
  [PAUSED, false, 'Offline'],
  [{ ...PAUSED, need: 'sign_in' as const }, true, 'Log in to sync'],
])('says of %o, online %s: %s', (status, isOnline, text) => {
  expect(syncWords(status, isOnline)?.text).toBe(text)
})

it('says nothing of the rows of a visitor', () => {
  expect(syncWords(null, true)).toBeNull()
  expect(syncWords(null, false)?.text).toBe('Offline')
})

it('says of a pause what is kept and that it ends by itself, and how much was not understood', () => {
  expect(syncNotes(LIVE)).toEqual([])
  expect(syncNotes(null)).toEqual([])
  expect(syncNotes(PAUSED)).toEqual([
    'What the server sends cannot be used at the moment. Your changes are kept, and sync goes on by itself.',
  ])
  expect(syncNotes(BUSY)).toEqual([
    'The server is busy. Your changes are kept, and sync goes on by itself.',
  ])
  expect(syncNotes({ ...BUSY, isOutboxInMemory: true })).toEqual([
    'The server is busy. Sync goes on by itself. Leave the app open until then: your changes cannot be kept on this device.',
  ])
  expect(syncNotes({ ...BUSY, state: 'live' })).toEqual([])
  expect(syncNotes({ ...LIVE, unknownMessages: 1 })).toEqual([
    'This version passed over 1 message it does not know.',
  ])
  expect(syncNotes({ ...LIVE, unknownMessages: 1_204 })).toEqual([
    'This version passed over 1,204 messages it does not know.',
  ])
})

it('says whether the lists open with no network, will, or cannot', () => {
  const beginning = { ...LIVE, isKept: false }
  expect(offlineWords(true, LIVE)).toContain('is ready offline')
  expect(offlineWords(false, beginning)).toContain('is still getting ready')
  expect(offlineWords(false, { ...beginning, isOutboxInMemory: true })).toBe(
    'Nothing can be kept on this device at the moment: your lists need a network.',
  )
})

it('a pause is read out, and is no calm matter', () => {
  expect(syncWords(PAUSED, true)?.tone).toBe('paused')
})
