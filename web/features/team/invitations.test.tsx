// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TeamInvite } from '#api/contract/teams.ts'
import type { TeamRole } from '#db/schema/teams.ts'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { session } from '#web/session/session.ts'
import { Invitations } from './invitations.tsx'
import { inviteToTeam } from './team-client.ts'

vi.mock('./team-client.ts', () => ({
  fetchInvites: async () => [],
  inviteToTeam: vi.fn(async () => ({ email: 'ada@b.test' })),
}))

beforeEach(() => {
  // What is typed goes with the session.
  session.me = { user: { id: crypto.randomUUID() } } as typeof session.me
})
afterEach(cleanup)

const invitations = (role: TeamRole) => (
  <Invitations team={{ id: 'team', role } as OwnTeamRow} members={null} hasFreeSeat />
)

it('TEAMS-07 an owner who became a manager with the form open invites whom the form then shows', async () => {
  const { rerender } = render(invitations('owner'))
  const role = screen.getByLabelText<HTMLSelectElement>('Role')
  fireEvent.change(role, { target: { value: 'manager' } })
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@b.test' } })
  rerender(invitations('manager'))
  expect(role.value).toBe('recruiter')
  fireEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() =>
    expect(inviteToTeam).toHaveBeenCalledExactlyOnceWith('team', {
      email: 'ada@b.test',
      role: 'recruiter',
    }),
  )
})

it('an invitation that was being typed is there again after a look at another screen, until it is sent', async () => {
  const email = () => screen.getByLabelText<HTMLInputElement>('Email')
  const { unmount } = render(invitations('owner'))
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'viewer' } })
  fireEvent.change(email(), { target: { value: 'ada@b.test' } })
  unmount()
  render(invitations('owner'))
  expect(email().value).toBe('ada@b.test')
  expect(screen.getByLabelText<HTMLSelectElement>('Role').value).toBe('viewer')
  fireEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(email().value).toBe(''))
})

it('an address that was sent is gone, though another role was chosen meanwhile', async () => {
  let answer = (_: TeamInvite): void => undefined
  vi.mocked(inviteToTeam).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  render(invitations('owner'))
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  fireEvent.change(email, { target: { value: 'ada@b.test' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'viewer' } })
  answer({ email: 'ada@b.test' } as TeamInvite)
  await waitFor(() => expect(email.value).toBe(''))
})
