import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SyncStatus } from '#sync/client/status.ts'
import type { PersonTouches } from '#sync/contract/outreach-queries.ts'
import { followQuery } from '#web/replica/follow-query.ts'
import { openedReplica, replicaStore } from '#web/replica/replica.ts'
import { session } from '#web/session/session.ts'
import { followPerson, readTouches, touchesOf } from './touches.ts'
import { untouched } from './untouched.ts'

vi.mock('#web/replica/follow-query.ts', () => ({ followQuery: vi.fn() }))
vi.mock('#web/replica/replica.ts', async () => {
  const { proxy } = await import('valtio')
  return { replicaStore: proxy({ replica: {}, status: null }), openedReplica: vi.fn() }
})

const ID = 'zenobia'
const MARKED: PersonTouches = { ...untouched(ID), stop_mark: 'm', stop_reason: 'Asked us to stop' }
const setStatus = (status: Partial<SyncStatus>) => {
  replicaStore.status = status as SyncStatus
}

/** Answers the query of the people on screen. */
function answer(row: PersonTouches): void {
  vi.mocked(followQuery).mock.lastCall?.[0].onRows([row])
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(followQuery).mockReset().mockReturnValue(vi.fn())
  setStatus({ state: 'live', isComplete: true })
})
afterEach(async () => {
  // A change of the status is followed up by a timer, once.
  await vi.runAllTimersAsync()
  vi.useRealTimers()
})

describe('a person on screen', () => {
  it('who comes back is read by the earlier answer, and called by a new one alone', async () => {
    const end = followPerson(ID, true)
    await vi.runAllTimersAsync()
    answer(untouched(ID))
    expect(touchesOf(ID, true)).toEqual(untouched(ID))
    const another = followPerson('another', false)
    end()
    const endAgain = followPerson(ID, true)
    await vi.runAllTimersAsync()
    expect(touchesOf(ID, true)).toBeUndefined()
    expect(touchesOf(ID, false)).toEqual(untouched(ID))
    answer(MARKED)
    expect(touchesOf(ID, true)).toEqual(MARKED)
    another()
    endAgain()
    await vi.runAllTimersAsync()
    expect(touchesOf(ID, false)).toBeUndefined()
  })

  it('is unknown to the account that signs in next, however the former one stood with them', async () => {
    const end = followPerson(ID, false)
    await vi.runAllTimersAsync()
    answer(MARKED)
    expect(touchesOf(ID, false)).toEqual(MARKED)
    session.me = { user: { id: 'ben' } } as never
    replicaStore.replica = {} as never
    await vi.runAllTimersAsync()
    expect(touchesOf(ID, false)).toBeUndefined()
    session.me = null
    end()
    await vi.runAllTimersAsync()
  })

  it('without rows is unknown until the first sync is complete; a mark counts at once', async () => {
    setStatus({ state: 'first_sync', isComplete: false })
    const end = followPerson(ID, true)
    await vi.runAllTimersAsync()
    answer(untouched(ID))
    expect(touchesOf(ID, true)).toBeUndefined()
    answer(MARKED)
    expect(touchesOf(ID, true)).toEqual(MARKED)
    end()
    await vi.runAllTimersAsync()
  })

  it('whose rows cannot be read may be called, and is not said to be untouched', async () => {
    const end = followPerson(ID, true)
    await vi.runAllTimersAsync()
    vi.mocked(followQuery).mock.lastCall?.[0].onFailure(new Error('The disk is gone.'))
    expect(touchesOf(ID, true)).toEqual(untouched(ID))
    expect(touchesOf(ID, false)).toBeUndefined()
    answer(MARKED)
    expect(touchesOf(ID, true)).toEqual(MARKED)
    expect(touchesOf(ID, false)).toEqual(MARKED)
    end()
    expect(touchesOf(ID, true)).toBeUndefined()
    await vi.runAllTimersAsync()
  })
})

it('an answer that changes nothing of a person renders no card again', async () => {
  const end = followPerson(ID, false)
  await vi.runAllTimersAsync()
  answer(MARKED)
  const before = touchesOf(ID, false)
  answer({ ...MARKED })
  expect(touchesOf(ID, false)).toBe(before)
  answer({ ...MARKED, stop_reason: 'Retired' })
  expect(touchesOf(ID, false)?.stop_reason).toBe('Retired')
  end()
  await vi.runAllTimersAsync()
})

describe('a person to reach', () => {
  const query = vi.fn()
  beforeEach(() => {
    query.mockReset().mockResolvedValue([MARKED])
    vi.mocked(openedReplica).mockResolvedValue({ query } as never)
  })

  it('is asked about once the first sync has brought what stands against it', async () => {
    setStatus({ state: 'first_sync', isComplete: false })
    const read = readTouches(ID)
    await vi.advanceTimersByTimeAsync(2_900)
    expect(query).not.toHaveBeenCalled()
    setStatus({ state: 'live', isComplete: true })
    expect(await read).toEqual(MARKED)
  })

  it.each([
    ['without a network', { state: 'offline', isComplete: false }, 0],
    ['over a slow one after three seconds', { state: 'first_sync', isComplete: false }, 3_000],
  ] as const)('is asked about all the same %s', async (_, status, ms) => {
    setStatus(status)
    const read = readTouches(ID)
    await vi.advanceTimersByTimeAsync(ms)
    expect(query).toHaveBeenCalledOnce()
    expect(await read).toEqual(MARKED)
  })

  it('who is marked on the card is marked, though the device has not received the mark yet', async () => {
    const end = followPerson(ID, false)
    await vi.runAllTimersAsync()
    answer(MARKED)
    setStatus({ state: 'first_sync', isComplete: false })
    query.mockResolvedValue([untouched(ID)])
    const read = readTouches(ID)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await read).toEqual(MARKED)
    setStatus({ state: 'live', isComplete: true })
    expect(await readTouches(ID)).toEqual(untouched(ID))
    end()
  })
})
