import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { DeletedListsScreen } from './deleted-lists-screen.tsx'

const { rights } = vi.hoisted(() => ({ rights: { mayDelete: true } }))
vi.mock('#web/lib/lists/list-rights.ts', () => ({ useListRights: () => rights }))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))
vi.mock('#web/replica/teams.ts', () => ({ useTeams: () => ({ teamOf: () => undefined }) }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 10, 23, 15), toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** The words of the screen. @param days of November on which lists were deleted. */
function shown(...days: Date[]): string {
  const rows = days.map((deleted_at, index) => ({
    ...{ id: `list ${index}`, owner_id: '', name: `List ${index}`, member_count: 2, deleted_at },
  }))
  vi.mocked(useLiveQuery).mockReturnValue({ ...NO_ROWS, rows: rows as never[] })
  return renderToStaticMarkup(<DeletedListsScreen />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

it('LISTS-05 a list that can be restored no more is not offered, though the device still has it', () => {
  const page = shown(new Date(2026, 10, 20), new Date(2026, 9, 24, 14))
  expect(page).toContain('A deleted list can be restored for 30 days, with everybody on it.')
  expect(page).toContain('List 0 2 physicians, can be restored until Dec 20, 2026 Restore')
  expect(page).not.toContain('List 1')
  expect(shown(new Date(2026, 9, 24, 14))).toContain('No list was deleted lately')
})

it('only who may delete a list may restore it', () => {
  rights.mayDelete = false
  expect(shown(new Date(2026, 10, 20))).toMatch(/restored until Dec 20, 2026$/)
})
