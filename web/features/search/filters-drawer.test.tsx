// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SearchFilters, SearchResponse } from '#api/contract/search.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { keepDraft } from '#web/lib/hooks/use-draft.ts'
import { search } from '#web/lib/people/directory-client.ts'
import { NO_FILTERS } from './filters.ts'
import { FiltersDrawer } from './filters-drawer.tsx'
import { suggest } from './search-client.ts'
import { NO_SUGGESTIONS } from './suggestions.ts'
import { TAG_DRAFTS_KEY } from './tag-drafts.ts'
import type { SearchResults } from './use-search-results.ts'

vi.mock('./search-client.ts', () => ({ suggest: vi.fn() }))
vi.mock('./specialty-filter.tsx', () => ({ SpecialtyFilter: () => null }))
vi.mock('#web/lib/people/directory-client.ts', () => ({ search: vi.fn() }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(suggest).mockResolvedValue(NO_SUGGESTIONS)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.clearAllMocks()
  keepDraft(TAG_DRAFTS_KEY, undefined)
})

const answer = (count: number): SearchResponse => ({
  ...{ data: [], count, totalPages: 1, complexity: 'simple' },
})
const found = (filters: SearchFilters, count: number) =>
  ({
    found: { kind: 'found', params: { filters, news: null }, answer: answer(count) },
    failed: null,
    isPending: false,
  }) as unknown as SearchResults

/** Without a layout the popover finds no place, and stays hidden. */
const UNPLACED = { hidden: true }

const handleClose = vi.fn()
const handleFilters = vi.fn<(filters: SearchFilters) => void>()
const LUBBOCK = { ...NO_FILTERS, city: ['Lubbock'] }

function Screen({ results }: { results: SearchResults }) {
  const [filters, setFilters] = useState(NO_FILTERS)
  useEffect(() => handleFilters(filters), [filters])
  return (
    <FiltersDrawer isOpen onClose={handleClose} onChange={setFilters} {...{ filters, results }} />
  )
}

/** Opens the drawer over 1,204 people. @returns the filters by now, and what shows other results. */
function open() {
  const { rerender } = render(<Screen results={found(NO_FILTERS, 1204)} />)
  act(() => vi.advanceTimersByTime(100))
  return {
    filters: () => handleFilters.mock.lastCall?.[0],
    show: (results: SearchResults) => rerender(<Screen results={results} />),
  }
}

const city = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'City' })
const button = () => screen.getByRole('button', { name: /^Show / })
const type = (value: string) => fireEvent.change(city(), { target: { value } })
const pause = () => act(() => vi.advanceTimersByTimeAsync(150))
const isPaler = () => button().querySelector('[data-pending]') !== null

it('SEARCH-03 counts what is half typed once the typing pauses, and one press applies it', async () => {
  vi.mocked(search).mockResolvedValue(answer(1))
  const { filters, show } = open()
  expect(button().textContent).toBe('Show 1,204 people')
  type('Lub')
  type('Lubbock')
  expect(isPaler()).toBe(true)
  await pause()
  expect(search).toHaveBeenCalledOnce()
  expect(search).toHaveBeenCalledWith({ filters: LUBBOCK, limit: 1 }, expect.anything())
  expect(button().textContent).toBe('Show 1 person')
  expect(isPaler()).toBe(false)

  // On some phones a press leaves the focus in the field.
  fireEvent.click(button())
  expect(filters()).toEqual(LUBBOCK)
  expect(handleClose).toHaveBeenCalledOnce()
  expect(city().value).toBe('')
  // The same filters: the number stays, and is not asked for again.
  expect(button().textContent).toBe('Show 1 person')
  show(found(LUBBOCK, 1))
  await pause()
  expect(search).toHaveBeenCalledOnce()
})

it('SEARCH-03 another filter moves while a value is half typed: it stays, and counts', async () => {
  vi.mocked(search).mockResolvedValueOnce(answer(1)).mockResolvedValueOnce(answer(0))
  const { filters } = open()
  type('Lubbock')
  await pause()
  fireEvent.change(screen.getByRole('combobox', { name: 'State' }), { target: { value: 'NV' } })
  expect(city().value).toBe('Lubbock')
  await pause()
  expect(search).toHaveBeenLastCalledWith(
    { filters: { ...LUBBOCK, state: ['NV'] }, limit: 1 },
    expect.anything(),
  )
  expect(button().textContent).toBe('Show 0 people')
  expect(filters()?.city).toEqual([])
})

it('the number of the results holds, whatever an earlier count said of the same filters', async () => {
  vi.mocked(search).mockRejectedValue(new ApiError('offline', 'No network'))
  const { show } = open()
  type('Lubbock')
  await pause()
  fireEvent.click(button())
  show(found(LUBBOCK, 7))
  expect(button().textContent).toBe('Show 7 people')
})

it('has no number, and waits for none, where the search failed', () => {
  const { show } = open()
  const failed = { kind: 'failed', error: new ApiError('internal_error', 'No') }
  show({ found: null, failed, isPending: false } as unknown as SearchResults)
  expect(button().textContent).toBe('Show people')
  expect(isPaler()).toBe(false)
})

it('has no number where none can be had', async () => {
  vi.mocked(search).mockRejectedValue(new ApiError('offline', 'No network'))
  open()
  type('Lubbock')
  await pause()
  expect(button().textContent).toBe('Show people')
  type('')
  expect(button().textContent).toBe('Show 1,204 people')
})

it('Escape closes the list of suggestions, then the drawer with what is typed applied', async () => {
  const cities = [{ name: 'Lubbock, TX', city: 'Lubbock', state: 'TX', count: 7 }]
  vi.mocked(suggest).mockResolvedValue({ ...NO_SUGGESTIONS, cities })
  vi.mocked(search).mockResolvedValue(answer(1))
  const { filters } = open()
  city().focus()
  type('Lubbock')
  await pause()
  expect(screen.getByRole('listbox', UNPLACED)).toBeTruthy()
  fireEvent.keyDown(city(), { key: 'Escape' })
  expect(screen.queryByRole('listbox', UNPLACED)).toBeNull()
  expect(handleClose).not.toHaveBeenCalled()
  expect(city().value).toBe('Lubbock')
  fireEvent.keyDown(city(), { key: 'Escape' })
  expect(handleClose).toHaveBeenCalledOnce()
  expect(filters()).toEqual(LUBBOCK)
})

it('Clear takes away what is half typed, too', async () => {
  vi.mocked(search).mockResolvedValue(answer(1))
  open()
  type('Lubbock')
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(city().value).toBe('')
  await pause()
  expect(search).not.toHaveBeenCalled()
})
