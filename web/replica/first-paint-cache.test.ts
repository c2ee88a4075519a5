import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FirstPaintCache, openFirstPaintCache } from '#sync/client/tab/first-paint.ts'
import { isWipePending } from '#web/session/pending-wipe.ts'
import {
  cacheRows,
  closeFirstPaint,
  dropRowsInMemory,
  openFirstPaint,
  readCachedRows,
} from './first-paint-cache.ts'
import { noteAnswer } from './next-answer.ts'

vi.mock('#sync/client/tab/first-paint.ts', () => ({ openFirstPaintCache: vi.fn() }))
vi.mock('./next-answer.ts', () => ({ noteAnswer: vi.fn() }))
vi.mock('#web/session/pending-wipe.ts', () => ({ isWipePending: vi.fn(() => false) }))

const LIST = { args: '{"id":"1"}', rows: [{ name: 'Cardiology' }] }
const TEAMS = { args: '{}', rows: [{ name: 'North' }] }

/** Reads of the cache, in order: names, and `expire`. */
let asked: string[]
beforeEach(() => {
  vi.useFakeTimers()
  asked = []
  const kept: Record<string, typeof LIST> = { 'lists.one': LIST, 'teams.mine': TEAMS }
  const cache: Partial<FirstPaintCache> = {
    async expire() {
      asked.push('expire')
    },
    async read(query) {
      asked.push(query)
      return kept[query] ?? null
    },
    store: async () => undefined,
    close: () => void asked.push('close'),
  }
  vi.mocked(openFirstPaintCache).mockResolvedValue(cache as FirstPaintCache)
})
afterEach(async () => {
  await closeFirstPaint()
  vi.useRealTimers()
  vi.mocked(noteAnswer).mockClear()
})

const readList = () => readCachedRows('ana', 'lists.one', LIST.args)
const readTeams = () => readCachedRows('ana', 'teams.mine', TEAMS.args)

it('reads what all queries showed at once, before any is asked for', async () => {
  openFirstPaint('ana')
  await vi.waitFor(() => expect(asked).toHaveLength(9))
  expect(asked[0]).toBe('expire')
  expect(await Promise.all([readList(), readTeams()])).toEqual([LIST.rows, TEAMS.rows])
  expect(await readCachedRows('ana', 'lists.one', '{"id":"2"}')).toBeNull()
  expect(asked).toHaveLength(9)
})

it('lets the device start where it alone can answer: not on a new one', async () => {
  openFirstPaint('ana')
  await readList()
  expect(noteAnswer).not.toHaveBeenCalled()
  await readCachedRows('ana', 'lists.one', '{"id":"2"}')
  expect(noteAnswer).toHaveBeenCalledOnce()
  const none: Partial<FirstPaintCache> = {
    expire: async () => {},
    read: async () => null,
    close: () => undefined,
  }
  vi.mocked(openFirstPaintCache).mockResolvedValue(none as FirstPaintCache)
  await readCachedRows('ben', 'lists.one', LIST.args)
  expect(noteAnswer).toHaveBeenCalledOnce()
})

it.each([
  ['other rows were shown', () => cacheRows('ana', 'lists.all', '{}', [])],
  ['a team was left', () => dropRowsInMemory()],
  ['10 s are over', () => vi.advanceTimersByTime(10_000)],
])('reads a query’s own again once %s, as it may have lapsed', async (_, happen) => {
  openFirstPaint('ana')
  await readList()
  happen()
  asked = []
  expect(await readList()).toEqual(LIST.rows)
  expect(asked).toEqual(['expire', 'lists.one'])
})

it('shows nobody the rows of the user before', async () => {
  openFirstPaint('ana')
  expect(await readList()).toEqual(LIST.rows)
  const close = vi.fn()
  const none: Partial<FirstPaintCache> = { expire: async () => {}, read: async () => null, close }
  vi.mocked(openFirstPaintCache).mockResolvedValue(none as FirstPaintCache)
  expect(await readCachedRows('ben', 'lists.one', LIST.args)).toBeNull()
  expect(openFirstPaintCache).toHaveBeenLastCalledWith('ben')
  await vi.waitFor(() => expect(asked.at(-1)).toBe('close'))
})

it('opens nothing again for a user who is signing out: the wipe would find it made anew', async () => {
  vi.mocked(openFirstPaintCache).mockClear()
  vi.mocked(isWipePending).mockImplementation((userId) => userId === 'ana')
  expect(await readTeams()).toBeNull()
  expect(openFirstPaintCache).not.toHaveBeenCalled()
  // Signed in again, the user has a first paint.
  vi.mocked(isWipePending).mockReturnValue(false)
  expect(await readTeams()).toEqual(TEAMS.rows)
})
