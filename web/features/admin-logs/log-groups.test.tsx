import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { SearchErrorGroup } from '#api/contract/admin-search-errors.ts'
import { LogGroups } from './log-groups.tsx'

const GROUP: SearchErrorGroup = {
  fingerprint: 'a'.repeat(32),
  edge_function_name: 'search',
  error_type: 'timeout',
  error_code: '57014',
  filters: [],
  error_message: null,
  events: 1,
  people: 1,
  first_seen: '2026-11-22T00:05:09.000Z',
  last_seen: '2026-11-22T00:05:09.000Z',
  hours: Array(24).fill(0),
  state: 'open',
}

const page = (group: Partial<SearchErrorGroup>, shown?: string) =>
  renderToStaticMarkup(
    <LogGroups
      groups={[{ ...GROUP, ...group }]}
      shown={shown}
      onShow={() => undefined}
      onDecide={() => undefined}
    />,
  )

it('counts one event of one person in the singular, several not', () => {
  expect(page({})).toContain('1 event, 1 person<')
  expect(page({ events: 1204, people: 12 })).toContain('1,204 events, 12 people<')
})

it('the button of the group whose entries are shown is pressed, and leads back to all', () => {
  expect(page({})).toMatch(/aria-pressed="false"[^>]*>Entries</)
  expect(page({}, GROUP.fingerprint)).toMatch(/aria-pressed="true"[^>]*>All entries</)
})

it('what was resolved or ignored is counted, and not listed', () => {
  const settled = page({ state: 'ignored' })
  expect(settled).toContain('Show resolved and ignored (1)')
  expect(settled).toContain('Nothing that waits for a look.')
  expect(settled).not.toContain('1 event')
})
