import { beforeEach, expect, it, vi } from 'vitest'
import { StatusBoard } from '#sync/client/status.ts'
import { type FirstPaintCache, openFirstPaintCache } from '#sync/client/tab/first-paint.ts'
import { openTabReplica, type TabReplica } from '#sync/client/tab/tab-replica.ts'
import { session } from '#web/session/session.ts'
import { UNKNOWN } from '#web/session/session-cache.ts'
import { leftTeams } from './left-teams.ts'
import { nextAnswerPainted } from './next-answer.ts'
import {
  closeReplica,
  followReplica,
  isReadyOffline,
  openedReplica,
  openForRoute,
  replicaStore,
} from './replica.ts'

vi.mock('#sync/client/tab/tab-replica.ts', () => ({ openTabReplica: vi.fn() }))
vi.mock('#sync/client/tab/first-paint.ts', () => ({ openFirstPaintCache: vi.fn() }))
vi.mock('./next-answer.ts', () => ({ nextAnswerPainted: vi.fn(), noteAnswer: vi.fn() }))

const closed: string[] = []

beforeEach(async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.mocked(openTabReplica).mockImplementation(
    (userId) =>
      ({
        onStatus: () => undefined,
        onLeft: () => undefined,
        onClosing: () => undefined,
        close: () => closed.push(userId),
      }) as unknown as TabReplica,
  )
  const cache: Pick<FirstPaintCache, 'close' | 'expire' | 'read'> = {
    close: () => undefined,
    expire: async () => undefined,
    read: async () => null,
  }
  vi.mocked(openFirstPaintCache).mockResolvedValue(cache as FirstPaintCache)
  await closeReplica()
  vi.clearAllMocks()
  closed.length = 0
})

const signIn = (id: string) => {
  session.me = {
    user: { id, email: `${id}@example.com` },
    role: 'free',
    tier: null,
    grants: [],
  } as never
}

it('is that of the present user where a screen asks before the former one is closed', async () => {
  signIn('ana')
  const former = await openedReplica()
  signIn('ben')
  const present = await openedReplica()
  expect(present).not.toBe(former)
  expect(vi.mocked(openTabReplica).mock.calls.map(([user]) => user)).toEqual(['ana', 'ben'])
  await vi.waitFor(() => expect(closed).toEqual(['ana']))
  expect(replicaStore.replica).toBe(present)
  expect(await openedReplica()).toBe(present)
})

it('is opened anew by the next who ask where it could not be opened', async () => {
  signIn('ana')
  vi.mocked(openTabReplica).mockImplementationOnce(() => {
    throw new Error('no worker')
  })
  await expect(Promise.all([openedReplica(), openedReplica()])).rejects.toThrow('no worker')
  expect(await openedReplica()).toBe(replicaStore.replica)
  expect(openTabReplica).toHaveBeenCalledTimes(2)
})

it('is none for a visitor', async () => {
  Object.assign(session, UNKNOWN)
  await expect(openedReplica()).rejects.toMatchObject({ code: 'authentication_required' })
})

it('opens with the rows of the last visit, before a screen asks for them', async () => {
  signIn('ana')
  openForRoute({ preload: false })
  await vi.waitFor(() => expect(openFirstPaintCache).toHaveBeenCalledExactlyOnceWith('ana'))
})

it('starts a device after the first rows of a screen, and at once where no screen waits', async () => {
  const painted = Promise.resolve()
  vi.mocked(nextAnswerPainted).mockReturnValue(painted)
  signIn('ana')
  openForRoute({ preload: false })
  await openedReplica()
  expect(openTabReplica).toHaveBeenLastCalledWith('ana', painted)
  signIn('ben')
  await openedReplica()
  expect(openTabReplica).toHaveBeenLastCalledWith('ben', undefined)
})

it('is not opened for a route that is only looked at ahead', async () => {
  signIn('ana')
  openForRoute({ preload: true })
  await vi.dynamicImportSettled()
  expect(openFirstPaintCache).not.toHaveBeenCalled()
  expect(openTabReplica).not.toHaveBeenCalled()
})

it('is not opened on a quiet page for a user whose sign-out this tab missed, which is no fault', async () => {
  vi.useFakeTimers()
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, vi.fn())
  vi.stubGlobal('document', new EventTarget())
  const getItem = (key: string) => (key.endsWith('to_wipe') ? '["ana"]' : null)
  vi.stubGlobal('localStorage', { getItem })
  signIn('ana')
  const end = followReplica()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(openTabReplica).not.toHaveBeenCalled()
  end()
  vi.useRealTimers()
})

it('tells the next user nothing of the teams that the former one left', async () => {
  signIn('ana')
  await openedReplica()
  leftTeams.names = { north: 'Nights' }
  leftTeams.byList = { list: 'north' }
  signIn('ben')
  await openedReplica()
  expect(leftTeams).toEqual({ names: {}, byList: {} })
})

it('is ready offline with the files and all rows on the disk, and not before', () => {
  const { status: begun } = new StatusBoard()
  const ready = (hasOfflineFiles: boolean, status: Partial<typeof begun> | null) =>
    isReadyOffline({ replica: null, hasOfflineFiles, status: status && { ...begun, ...status } })
  expect(ready(true, { isKept: true, isComplete: true })).toBe(true)
  expect(ready(false, { isKept: true, isComplete: true })).toBe(false)
  // The first sync is under way.
  expect(ready(true, { isKept: true })).toBe(false)
  // The server answers, or the rows are in memory: this browser keeps no database.
  expect(ready(true, { isComplete: true })).toBe(false)
  expect(ready(true, null)).toBe(false)
})
