// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminGrant } from '#api/contract/admin-grants.ts'
import type { AdminUserView } from '#api/contract/admin-user-page.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { UserGrants } from './user-grants.tsx'

const { grants } = vi.hoisted(() => ({ grants: [] as Partial<AdminGrant>[] }))
vi.mock('#web/lib/hooks/use-remote.ts', () => ({
  useRemote: vi.fn(() => ({ value: grants, failure: null })),
}))

afterEach(() => {
  grants.length = 0
})

const USER = { user: { id: 'ada' } } as AdminUserView
const GRANT = { active: true, expires_at: null, max_uses: 2, uses_count: 1, notes: null }
const shown = () => renderToStaticMarkup(<UserGrants view={USER} onChanged={() => undefined} />)

it('USERS-08 a grant past its end is over, though none has revoked it', () => {
  grants.push(
    { ...GRANT, id: 'live', feature_type: 'export', is_live: true },
    { ...GRANT, id: 'spent', feature_type: 'full_access', is_live: false },
  )
  const words = shown()
    .replaceAll(/<[^>]+>/g, '|')
    .split(/\|+/)
  expect(words.slice(words.indexOf('Export'), words.indexOf('Grant access'))).toEqual([
    ...['Export', 'Live', 'indefinite, 1 of 2 uses'],
    ...['Full access', 'Over', 'indefinite, 1 of 2 uses'],
  ])
})

it.each([true, false])('offers to revoke access while there is some: %s', (is_live) => {
  grants.push({ ...GRANT, id: 'access', feature_type: 'full_access', is_live })
  expect(shown().includes('Revoke access')).toBe(is_live)
})

it('reads the grants again with the account, and a dialog stays open over that', () => {
  const shownFor = (view: AdminUserView) => <UserGrants view={view} onChanged={() => undefined} />
  const { rerender } = render(shownFor(USER))
  fireEvent.click(screen.getByRole('button', { name: 'Grant access' }))
  const dialog = screen.getByRole('dialog')
  rerender(shownFor({ ...USER }))
  const reads = () => new Set(vi.mocked(useRemote).mock.calls.map(([read]) => read)).size
  const before = reads()
  rerender(shownFor({ user: { ...USER.user } } as AdminUserView))
  expect(reads()).toBe(before + 1)
  expect(screen.getByRole('dialog')).toBe(dialog)
  cleanup()
})
