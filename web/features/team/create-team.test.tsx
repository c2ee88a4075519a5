// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { CreateTeam } from './create-team.tsx'
import { createTeam } from './team-client.ts'

vi.mock('./team-client.ts', () => ({ createTeam: vi.fn() }))

const onCreated = vi.fn()

beforeEach(() => {
  vi.resetAllMocks()
  toastStore.current = null
})
afterEach(cleanup)

function create(name: string): void {
  render(<CreateTeam onCreated={onCreated} onClose={() => undefined} />)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: 'Create team' }))
}

it('a created team is told', async () => {
  vi.mocked(createTeam).mockResolvedValue('t1')
  create(' Gulf Coast desk ')
  await waitFor(() => expect(onCreated).toHaveBeenCalledExactlyOnceWith('t1'))
  expect(createTeam).toHaveBeenCalledExactlyOnceWith('Gulf Coast desk')
  await waitFor(() =>
    expect(toastStore.current).toMatchObject({ title: 'Team created', tone: 'ok' }),
  )
})

it('a team that is refused keeps the typed name, and no success is told', async () => {
  vi.mocked(createTeam).mockRejectedValue(new ApiError('offline', ''))
  create('Gulf Coast desk')
  await screen.findByText('This needs a connection. Nothing was changed.')
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Gulf Coast desk')
  expect(toastStore.current).toBeNull()
  expect(onCreated).not.toHaveBeenCalled()
})
