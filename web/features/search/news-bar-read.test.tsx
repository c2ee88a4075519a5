// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SearchParams } from '#api/contract/search-params.ts'
import { AppError } from '#sync/contract/errors.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { mutate } from '#web/replica/replica.ts'
import { NewsBar } from './news-bar.tsx'
import type { SearchResults } from './use-search-results.ts'

const [AFTER, UNTIL] = ['2026-11-20T00:00:00.000Z', '2026-11-23T00:00:00.000Z']

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: () => NO_ROWS }))
vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
vi.mock('#web/replica/watches.ts', () => ({
  useWatches: () => ({ watchOf: () => ({ read_at: new Date(AFTER) }) }),
}))
vi.mock('#web/session/session.ts', () => ({ useActor: () => ({ id: 'ada' }) }))

const counts = { new: 1, moved: 0, gone: 0, verified: 0 }
const SUMMARY = { name: 'ICU', team: null, after: AFTER, until: UNTIL, counts, left: 0 }
const refusals: unknown[] = []
const note = (reason: unknown) => void refusals.push(reason)
afterEach(() => void process.off('unhandledRejection', note))

/** Opens the news at an address. @returns the addresses that the bar asked for. */
function opened(news: object): SearchParams[] {
  const asked: SearchParams[] = []
  render(
    <NewsBar
      params={{ page: 1, news: { search_id: 'a search', ...news } } as never}
      results={{ found: { answer: { news: SUMMARY } } } as SearchResults}
      onChange={(params) => asked.push(params)}
    />,
  )
  return asked
}

it('news that were shown are marked read, and a refusal is left for the next look', async () => {
  process.on('unhandledRejection', note)
  vi.mocked(mutate).mockImplementation(() =>
    Promise.reject(new AppError('internal_error', 'The disk is full.')),
  )
  expect(opened({ after: AFTER, until: UNTIL })).toEqual([])
  // Node tells of a rejection that nothing handled once the turn is over.
  await new Promise(setImmediate)
  const through = { search_id: 'a search', through: UNTIL }
  expect(mutate).toHaveBeenCalledExactlyOnceWith('watches.read', through)
  expect(refusals).toEqual([])
})

it('an address without times gets those of the answer first, and nothing is marked read', () => {
  vi.mocked(mutate).mockReset()
  expect(opened({})).toEqual([
    { page: 1, news: { search_id: 'a search', after: AFTER, until: UNTIL } },
  ])
  expect(mutate).not.toHaveBeenCalled()
})
