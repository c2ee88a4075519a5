// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SearchFilters } from '#api/contract/search.ts'
import type { SuggestedFilter, TagFilter as TagFilterKey } from '#db/schema/filters.ts'
import { keepDraft } from '#web/lib/hooks/use-draft.ts'
import { NO_FILTERS } from './filters.ts'
import { suggest } from './search-client.ts'
import { NO_SUGGESTIONS } from './suggestions.ts'
import { TAG_DRAFTS_KEY } from './tag-drafts.ts'
import { TagFilter } from './tag-filter.tsx'

vi.mock('./search-client.ts', () => ({ suggest: vi.fn() }))

/** Without a layout the popover finds no place, and stays hidden. */
const UNPLACED = { hidden: true }

const EMPLOYERS = [
  { name: 'Mercy Hospital, Springfield', count: 812 },
  { name: 'Mercy Clinic', count: 31 },
]

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(suggest).mockResolvedValue({ ...NO_SUGGESTIONS, organizations: EMPLOYERS })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.clearAllMocks()
  keepDraft(TAG_DRAFTS_KEY, undefined)
})

interface PanelProps {
  filter: TagFilterKey
  onFilters(filters: SearchFilters): void
}

function Panel({ filter, onFilters }: PanelProps) {
  const [filters, setFilters] = useState(NO_FILTERS)
  useEffect(() => onFilters(filters), [filters, onFilters])
  return <TagFilter filter={filter} filters={filters} onChange={setFilters} />
}

/** Shows one filter as the panel does. @returns its field, and the values that it has by now. */
function show(filter: TagFilterKey) {
  const handleFilters = vi.fn<PanelProps['onFilters']>()
  render(<Panel filter={filter} onFilters={handleFilters} />)
  const field = screen.getByRole<HTMLInputElement>(isSuggested(filter) ? 'combobox' : 'textbox')
  field.focus()
  return { field, values: () => handleFilters.mock.lastCall?.[0][filter] }
}

const isSuggested = (filter: TagFilterKey): filter is SuggestedFilter => filter !== 'npi'
const press = (field: HTMLElement, key: string) => fireEvent.keyDown(field, { key })
const options = () =>
  screen.queryAllByRole('option', UNPLACED).map(({ textContent }) => textContent)

async function type(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } })
  await act(() => vi.advanceTimersByTimeAsync(60))
}

it('suggests values of its filter with counts once the typing pauses', async () => {
  const { field } = show('organization')
  await type(field, 'm')
  expect(suggest).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: 'me' } })
  await type(field, 'mer')
  expect(suggest).toHaveBeenCalledOnce()
  expect(suggest).toHaveBeenCalledWith({ text: 'mer', filter: 'organization' }, expect.anything())
  expect(options()).toEqual(['Mercy Hospital, Springfield812', 'Mercy Clinic31'])
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox', UNPLACED).id)
})

it('the arrow keys point at an option and Enter takes it whole, its comma too', async () => {
  const { field, values } = show('organization')
  await type(field, 'mercy')
  press(field, 'ArrowDown')
  const active = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  expect(active?.getAttribute('aria-selected')).toBe('true')
  expect(field.value).toBe('mercy')
  press(field, 'Enter')
  expect(values()).toEqual(['Mercy Hospital, Springfield'])
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
  expect(options()).toEqual([])
})

it('SEARCH-21 Enter, a comma and leaving the field take what is typed where no option is pointed at', async () => {
  const { field, values } = show('organization')
  await type(field, 'mercy')
  press(field, 'Enter')
  expect(values()).toEqual(['mercy'])
  expect(options()).toEqual([])
  await type(field, 'merci')
  await type(field, 'merci,')
  expect(values()).toEqual(['mercy', 'merci'])
  expect(field.value).toBe('')
  await type(field, 'mercury')
  press(field, 'ArrowDown')
  fireEvent.blur(field)
  expect(values()).toEqual(['mercy', 'merci', 'mercury'])
  expect(options()).toEqual([])
})

it('a press takes an option', async () => {
  const { field, values } = show('organization')
  await type(field, 'mercy')
  fireEvent.click(screen.getByText('Mercy Clinic'))
  expect(values()).toEqual(['Mercy Clinic'])
  // What it has is not suggested again.
  await type(field, 'mercy')
  expect(options()).toEqual(['Mercy Hospital, Springfield812'])
})

it('Escape closes the list, and the text stays', async () => {
  const { field, values } = show('organization')
  await type(field, 'mercy')
  press(field, 'Escape')
  expect(options()).toEqual([])
  expect(field.value).toBe('mercy')
  expect(values()).toEqual([])
})

it('is a plain field where nothing is suggested', async () => {
  const { field, values } = show('npi')
  await type(field, '1000000004')
  expect(suggest).not.toHaveBeenCalled()
  press(field, 'Enter')
  expect(values()).toEqual(['1000000004'])
})
