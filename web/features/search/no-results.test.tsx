import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { act, mount } from '#tests/support/mount.tsx'
import { NO_FILTERS } from './filters.ts'
import { NoResults } from './no-results.tsx'
import { helpSearch } from './search-client.ts'

const { shown } = vi.hoisted(() => ({ shown: { children: null as ReactNode } }))
vi.mock('./search-client.ts', () => ({ helpSearch: vi.fn() }))
vi.mock('#web/ui/empty-state.tsx', () => ({
  EmptyState({ children }: { children: ReactNode }) {
    shown.children = children
    return null
  },
}))

it('SEARCH-05 says of each hint whether it leaves a part out or reads it in another way', async () => {
  vi.useFakeTimers()
  vi.mocked(helpSearch).mockResolvedValue({
    filters: [{ filter: 'city', count: 1204 }],
    words: [{ text: 'houston', query: 'pa', count: 900 }],
    nearest: { query: 'state:PA houston', kind: 'state', values: ['Pennsylvania'], count: 1 },
  })
  const filters = { ...NO_FILTERS, query: 'pa houston', city: ['Reno'], exact: true }
  const screen = await mount(<NoResults filters={filters} onChange={() => undefined} />)
  await act(() => vi.advanceTimersByTimeAsync(300))
  // Each element's words, its count apart.
  const words = renderToStaticMarkup(shown.children).split(/<\/?(?:p|li)[^>]*>/)
  const hints = words.map((hint) => hint.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|'))
  expect(hints.filter((hint) => hint.startsWith('|') && hint.length > 1)).toEqual([
    '|Understand the words|',
    '|Without |Reno|1,204 people|',
    '|Read as |State: Pennsylvania|1 person|',
    '|Without |“houston”|900 people|',
  ])
  await screen.unmount()
  vi.useRealTimers()
})
