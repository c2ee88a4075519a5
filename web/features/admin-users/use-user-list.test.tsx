// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminUser } from '#api/contract/admin-users.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { fetchUsers, grantSeveral } from './accounts-client.ts'
import { UsersScreen } from './users-screen.tsx'

vi.mock('./accounts-client.ts', () => ({
  fetchUsers: vi.fn(),
  grantSeveral: vi.fn(),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
  useRouter: () => null,
}))
vi.mock('#web/lib/hooks/use-remote.ts', () => ({ useRemote: () => ({ value: undefined }) }))
vi.mock('./support-entry.tsx', () => ({ SupportEntry: () => null }))

afterEach(cleanup)

it('USERS-07 USERS-10 a grant to several that is refused says when to try again, and keeps what was typed', async () => {
  const ana: Partial<AdminUser> = {
    ...{ id: 'ana', email: 'ana@b.test', signup_date: '2026-08-04T12:00:00Z' },
    ...{ last_sign_in_at: null, total_exports: 0, source: null, grant: null },
  }
  vi.mocked(fetchUsers).mockResolvedValue({ users: [ana as AdminUser], next: null, count: 1 })
  vi.mocked(grantSeveral).mockRejectedValueOnce(
    new ApiError('rate_limited', 'Too many requests. Try again in 9 s.', { status: 429 }),
  )
  render(<UsersScreen search={{}} onSearch={() => undefined} />)
  fireEvent.click(await screen.findByLabelText('Select all shown'))
  fireEvent.click(screen.getByRole('button', { name: 'Grant access' }))
  fireEvent.change(screen.getByLabelText(/^Note/), { target: { value: 'Asked by mail' } })
  const grant = () =>
    fireEvent.click(screen.getByRole('dialog').querySelector('[type=submit]') as Element)
  grant()
  await waitFor(() =>
    expect(toastStore.current?.description).toBe(
      'Failed to grant demo access. Too many requests. Try again in 9 s.',
    ),
  )
  expect(screen.getByLabelText(/^Note/)).toHaveProperty('value', 'Asked by mail')
  vi.mocked(grantSeveral).mockResolvedValue({ results: [{ user_id: 'ana', error: null }] })
  grant()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(grantSeveral).toHaveBeenLastCalledWith(
    ['ana'],
    expect.objectContaining({ notes: 'Asked by mail' }),
  )
})
