import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import type { SearchErrorEntry } from '#api/contract/admin-search-errors.ts'
import { LogDetails } from './log-details.tsx'
import { LogTable } from './log-table.tsx'

vi.mock('#web/ui/dialog.tsx', () => ({
  Dialog: ({ children }: { children: ReactNode }) => children,
}))
vi.stubGlobal('location', { origin: 'https://clinidex.example' })
afterAll(() => vi.unstubAllGlobals())

/** An entry of which nothing is known but its time and type. */
const BARE: SearchErrorEntry = {
  id: '00000000-0000-4000-8000-000000000001',
  occurred_at: '2026-11-22T00:05:09.000Z',
  error_type: 'other',
  error_code: null,
  user_email: null,
  ip_address: null,
  edge_function_name: null,
  response_time_ms: null,
  error_message: null,
  search_query: null,
  search_url: null,
  search_filters: null,
  user_agent: null,
  fingerprint: 'a'.repeat(32),
}
const AT = 'Nov 21, 2026, 4:05:09 PM'

const words = (page: ReactNode) => renderToStaticMarkup(page).replaceAll(/<[^>]+>/g, '|')
const pairs = (entry: SearchErrorEntry) =>
  [
    ...renderToStaticMarkup(<LogDetails entry={entry} onClose={() => undefined} />).matchAll(
      /<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g,
    ),
  ].map(([, label, value]) => [label, value?.replaceAll(/<[^>]+>/g, '')])

it('LOGS-13 what is not known of an entry is N/A, its user Anonymous', () => {
  expect(pairs(BARE)).toEqual([
    ['Occurred at', AT],
    ['Error type', 'other'],
    ['User email', 'Anonymous'],
    ['IP address', 'N/A'],
    ['Edge function', 'N/A'],
    ['Response time', 'N/A'],
    ['Search query', 'N/A'],
    ['Search URL', 'N/A'],
    ['Error message', 'N/A'],
    ['Search filters', '{}'],
    ['User agent', 'N/A'],
  ])
})

it('LOGS-01 so it is in the table', () => {
  const table = <LogTable entries={[BARE]} onView={() => undefined} onDelete={() => undefined} />
  expect(renderToStaticMarkup(table)).toContain('<time dateTime="2026-11-22T00:05:09.000Z">')
  const row = words(table)
  expect(row.slice(row.indexOf(AT)).split(/\|+/).filter(Boolean)).toEqual([
    ...[AT, 'Anonymous', 'other', 'N/A', 'N/A', 'N/A'],
  ])
})
