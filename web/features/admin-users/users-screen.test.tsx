import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import type { AdminUser } from '#api/contract/admin-users.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { downloadUsers } from './accounts-client.ts'
import { type UserList, useUserList } from './use-user-list.ts'
import { UsersScreen } from './users-screen.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))
vi.mock('#web/lib/hooks/use-remote.ts', () => ({ useRemote: vi.fn() }))
vi.mock('./support-entry.tsx', () => ({ SupportEntry: () => null }))
vi.mock('./use-user-list.ts', () => ({ useUserList: vi.fn() }))
vi.mock('./accounts-client.ts', () => ({ downloadUsers: vi.fn() }))
const { press } = vi.hoisted(() => ({ press: { onDownload: (): unknown => undefined } }))
vi.mock('./download-button.tsx', () => ({
  DownloadButton: ({ onDownload }: typeof press) => {
    press.onDownload = onDownload
    return null
  },
}))

const USER: AdminUser = {
  id: 'ana',
  email: 'ana@hospital.test',
  signup_date: '2026-08-04T12:00:00Z',
  last_sign_in_at: null,
  subscription_status: 'none',
  subscription_plan: 'Free',
  total_exports: 1234,
  source: null,
  grant: null,
  is_banned: false,
  is_admin: false,
}

function show(rows: AdminUser[] | undefined, search = {}): string {
  const list = { rows, selected: new Set(), outcomes: {}, failure: null }
  vi.mocked(useUserList).mockReturnValue(list as unknown as UserList)
  return renderToStaticMarkup(<UsersScreen search={search} onSearch={() => undefined} />)
}

beforeEach(() => {
  vi.mocked(useRemote).mockReturnValue({
    value: undefined,
    failure: new ApiError('internal_error', 'x'),
  } as never)
})

it('USERS-01 a user is told by address, days, plan, exports and source, each where it is known', () => {
  const cells = show([USER])
    .replace(/^.*<tbody/, '')
    .replaceAll(/<[^>]+>/g, '|')
  expect(cells.split(/\|+/).slice(1, -1)).toEqual([
    ...['ana@hospital.test', 'Signed up', 'Aug 4, 2026'],
    ...['Last sign-in', 'Never', 'Subscription', 'Free', 'Exports', '1,234'],
    ...['Source', '–', 'Grant', '–'],
  ])
})

it('the file has the accounts of the screen, in its order', () => {
  show([USER], { plan: 'Free', sort: 'email' })
  press.onDownload()
  expect(downloadUsers).toHaveBeenCalledExactlyOnceWith({
    ...{ plan: 'Free', sort: 'email', direction: 'asc' },
  })
})

it('USERS-03 that figures are missing is said beside a list, which is complete', () => {
  const said = 'Limited user data available'
  expect(show([USER])).toContain(said)
  expect(show(undefined)).not.toContain(said)
  vi.mocked(useRemote).mockReturnValue({ value: undefined, failure: null } as never)
  expect(show([USER])).not.toContain(said)
})
