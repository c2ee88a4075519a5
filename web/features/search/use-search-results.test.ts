// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { SearchResponse } from '#api/contract/search.ts'
import { parseSearchParams } from '#api/contract/search-params.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { search } from '#web/lib/people/directory-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { reportFailedSearch } from './search-error-report.ts'
import { type SearchOutcome, type SearchRun, startSearch } from './search-run.ts'
import { useSearchResults } from './use-search-results.ts'

vi.mock('./search-error-report.ts', () => ({ reportFailedSearch: vi.fn() }))
vi.mock('#web/lib/people/directory-client.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#web/lib/people/directory-client.ts')>()),
  search: vi.fn(),
}))

const params = parseSearchParams({ query: 'icu' })
const answer = { count: 7 } as SearchResponse
const found = (elapsedMs: number): SearchOutcome => ({ kind: 'found', params, elapsedMs, answer })
const failed = (code: ApiError['code']): SearchOutcome => ({
  ...{ kind: 'failed', params, elapsedMs: 812.4, error: new ApiError(code, 'It broke.') },
})

/** A search under way, which ends as it is told to. */
function run() {
  let end = (_: SearchOutcome): void => undefined
  const done = new Promise<SearchOutcome>((resolve) => (end = resolve))
  const under: SearchRun = { params, outcome: null, done }
  return { under, end: (outcome: SearchOutcome) => act(async () => end(outcome)) }
}

beforeEach(() => {
  vi.clearAllMocks()
  toastStore.current = null
})

it.each([
  [499, 'Fast search: 499 ms'],
  [500, null],
])('SEARCH-09 a search of %i ms is told of by %j, on this screen alone', async (ms, title) => {
  const { under, end } = run()
  const { unmount } = renderHook(() => useSearchResults(under))
  await end(found(ms))
  expect(toastStore.current?.title ?? null).toBe(title)
  if (title) expect(toastStore.current).toMatchObject({ tone: 'quiet', durationMs: 3000 })
  unmount()
  expect(toastStore.current).toBeNull()
})

it('SEARCH-06 SEARCH-07 a failure is told with its time and reported, and the results stay', async () => {
  const [first, second] = [run(), run()]
  const { result, rerender } = renderHook(useSearchResults, { initialProps: first.under })
  await first.end(found(600))
  rerender(second.under)
  expect(result.current.isPending).toBe(true)
  await second.end(failed('internal_error'))
  expect(result.current).toMatchObject({ found: { answer }, isPending: false })
  expect(toastStore.current).toMatchObject({
    title: 'Search Error',
    description: 'Optimized search failed: It broke. (812ms)',
    durationMs: 5000,
  })
  expect(reportFailedSearch).toHaveBeenCalledTimes(1)
})

it('SEARCH-38 being offline is no failure of the search', async () => {
  const { under, end } = run()
  const { result } = renderHook(() => useSearchResults(under))
  await end(failed('offline'))
  expect(result.current.failed).not.toBeNull()
  expect(toastStore.current).toBeNull()
  expect(reportFailedSearch).not.toHaveBeenCalled()
})

it('SEARCH-39 the outcome of an overtaken search is neither shown nor told', async () => {
  const [first, second] = [run(), run()]
  const { result, rerender } = renderHook(useSearchResults, { initialProps: first.under })
  rerender(second.under)
  await first.end(failed('internal_error'))
  expect(result.current).toMatchObject({ found: null, failed: null, isPending: true })
  expect(toastStore.current).toBeNull()
})

it('SEARCH-10 SEARCH-18 asks for 25 with counts, and for an order where one was chosen', async () => {
  vi.mocked(search).mockResolvedValue(answer)
  const { signal } = new AbortController()
  await startSearch(params, signal).done
  const ordered = parseSearchParams({ query: 'icu', sortKey: 'name', sortDirection: 'desc' })
  await startSearch({ ...ordered, page: 3 }, signal).done
  const { filters } = params
  expect(vi.mocked(search).mock.calls.map(([request]) => request)).toEqual([
    { filters, page: 1, limit: 25, facets: true },
    { filters, page: 3, limit: 25, facets: true, sortKey: 'name', sortDirection: 'desc' },
  ])
})

it('SEARCH-39 a search that was called off has no outcome', async () => {
  vi.mocked(search).mockRejectedValue(new ApiError('unreachable', 'x'))
  expect(await startSearch(params, AbortSignal.abort()).done).toBeNull()
})
