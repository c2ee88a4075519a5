// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { WatchRow } from '#db/schema/watches.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { SavedSearches } from './saved-searches.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('./watch-control.tsx', () => ({ WatchControl: () => null }))
vi.mock('@tanstack/react-router', () => ({ Link: () => null }))

const SEARCH = {
  ...{ id: 'a search', owner_id: 'me', name: 'Nights', search_params: {} },
  created_at: new Date('2026-08-04T12:00:00Z'),
}
const WATCH = {
  ...{ owner_id: 'me', search_owner: 'me', search_id: 'a search', cadence: 'daily' },
  ...{ new_count: 4, moved_count: 0, gone_count: 0, verified_count: 0 },
  read_at: new Date('2026-08-05T12:00:00Z'),
}

afterEach(cleanup)

it.each([
  ['to what was found', new Date('2026-08-06T12:00:00Z'), { until: '2026-08-06T12:00:00.000Z' }],
  ['on, where nothing was found', null, {}],
])('the news of a search open from what was read %s', (_, found_at, until) => {
  const watches = [{ ...WATCH, found_at }] as WatchRow[]
  vi.mocked(useLiveQuery).mockImplementation(
    (name) => ({ ...NO_ROWS, rows: name === 'watches.all' ? watches : [SEARCH] }) as never,
  )
  const onOpenNews = vi.fn()
  render(<SavedSearches labelsOf={() => []} onApply={() => undefined} onOpenNews={onOpenNews} />)
  fireEvent.click(screen.getByRole('button', { name: /^\+4 new/ }))
  expect(onOpenNews.mock.lastCall?.[0]).toMatchObject({
    search_id: 'a search',
    after: '2026-08-05T12:00:00.000Z',
    ...until,
  })
  expect('until' in (onOpenNews.mock.lastCall?.[0] ?? {})).toBe(found_at !== null)
})
