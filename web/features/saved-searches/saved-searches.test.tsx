import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { WatchRow } from '#db/schema/watches.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { SavedChips } from './saved-chips.tsx'
import { SavedSearches } from './saved-searches.tsx'

vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const SEARCH = {
  id: 'a search',
  owner_id: 'me',
  name: 'Night shifts',
  search_params: {},
  created_at: new Date(2026, 7, 4, 19, 5),
  updated_at: new Date(2026, 7, 4, 19, 5),
  created_by: 'me',
  updated_by: 'me',
}

const NONE = { new_count: 0, moved_count: 0, gone_count: 0, verified_count: 0 }
const WATCH = {
  owner_id: 'me',
  search_owner: 'me',
  search_id: SEARCH.id,
  cadence: 'daily' as const,
  created_at: SEARCH.created_at,
  updated_at: SEARCH.created_at,
  read_at: new Date(2026, 7, 4),
  found_at: new Date(2026, 7, 5),
  told_at: null,
  ...NONE,
}

function shown(
  answer: Partial<ReturnType<typeof useLiveQuery<'searches.all'>>>,
  watches: WatchRow[] = [],
): string {
  const query = { ...NO_ROWS, ...answer }
  vi.mocked(useLiveQuery).mockImplementation((name) =>
    name === 'watches.all' ? { ...query, rows: watches } : query,
  )
  const labels = Array.from({ length: 10 }, (_, index) => `Filter ${index + 1}`)
  return renderToStaticMarkup(
    <SavedSearches
      labelsOf={() => labels}
      onApply={() => undefined}
      onOpenNews={() => undefined}
    />,
  )
}

it('SAVED-07 with none it says so and leads to the search', () => {
  const page = shown({})
  expect(page).toContain('You don&#x27;t have any saved searches yet.')
  expect(page).toContain('<a href="/search">Go to Search</a>')
})

it('says nothing of none before they are known', () => {
  expect(shown({ absence: 'loading' })).toContain('Loading saved searches')
  expect(shown({ absence: 'away' })).toContain('No saved searches on this device yet')
  for (const absence of ['loading', 'away'] as const) {
    expect(shown({ absence })).not.toContain('any saved searches yet')
  }
})

it('SAVED-08 shows name, day and time by the 12-hour clock, and chips, the first eight', () => {
  const page = shown({ rows: [SEARCH] })
  expect(page).toContain('Night shifts')
  expect(page.replaceAll('\u202f', ' ')).toContain('Aug 4, 2026, 7:05 PM')
  expect(page).toContain('Filter 8')
  expect(page).not.toContain('Filter 9')
  expect(page).toContain('+2 more')
  expect(renderToStaticMarkup(<SavedChips labels={Array(8).fill('ICU')} />)).not.toContain('more')
})

it('SAVED-11 says that they failed to load, and nothing of there being none', () => {
  const page = shown({ status: 'failed' })
  expect(page).toContain('Error')
  expect(page).toContain('Failed to load your saved searches')
  expect(page).not.toContain('any saved searches yet')
})

it('holds their place while they load', () => {
  expect(shown({ status: 'loading' })).toContain('Loading saved searches')
})

it('tells of the unread news of a watched search, and of none where all are read', () => {
  const counts = { new_count: 4, moved_count: 2, gone_count: 1, verified_count: 3 }
  const page = shown({ rows: [SEARCH] }, [{ ...WATCH, ...counts }])
  expect(page).toContain('+4 new · 2 moved · 1 gone · 3 re-verified<span')
  expect(page).toContain(' since Aug 4</span>')
  expect(page).toContain('Watch Night shifts: Daily, by mail')
  const read = shown({ rows: [SEARCH] }, [WATCH])
  expect(read).not.toContain('since')
  expect(read).toContain('Watch Night shifts: Daily, by mail')
  // A search of a team may have the same id.
  const ofTeam = shown({ rows: [{ ...SEARCH, owner_id: 'team' }] }, [{ ...WATCH, ...counts }])
  expect(ofTeam).toContain('Watch Night shifts: Off')
})
