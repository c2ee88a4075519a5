// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { NO_FILTERS } from './filters.ts'
import { NoResults } from './no-results.tsx'
import { helpSearch } from './search-client.ts'

vi.mock('./search-client.ts', () => ({ helpSearch: vi.fn() }))

it('SEARCH-05 says of each hint whether it leaves a part out or reads it in another way', async () => {
  vi.useFakeTimers()
  vi.mocked(helpSearch).mockResolvedValue({
    filters: [{ filter: 'city', count: 1204 }],
    words: [{ text: 'houston', query: 'pa', count: 900 }],
    nearest: { query: 'state:PA houston', kind: 'state', values: ['Pennsylvania'], count: 1 },
  })
  const filters = { ...NO_FILTERS, query: 'pa houston', city: ['Reno'], exact: true }
  render(<NoResults filters={filters} onChange={() => undefined} />)
  await act(() => vi.advanceTimersByTimeAsync(300))
  // Each hint's words, its count apart.
  const hints = screen.getAllByRole('listitem').map(({ innerHTML }) => innerHTML)
  expect(hints.map((hint) => hint.replace(/(<[^>]*>)+/g, '|'))).toEqual([
    '|Understand the words|',
    '|Without |Reno|1,204 people|',
    '|Read as |State: Pennsylvania|1 person|',
    '|Without |“houston”|900 people|',
  ])
  vi.useRealTimers()
})
