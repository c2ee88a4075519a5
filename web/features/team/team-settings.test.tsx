// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { saveTeamSettings } from './team-client.ts'
import { LEASE_INVALID } from './team-messages.ts'
import { TeamSettings } from './team-settings.tsx'

vi.mock('./team-client.ts', () => ({ saveTeamSettings: vi.fn() }))

beforeEach(() => {
  toastStore.current = null
  vi.mocked(saveTeamSettings).mockReset()
  // What is typed goes with the session.
  session.me = { user: { id: crypto.randomUUID() } } as typeof session.me
})
afterEach(cleanup)

const GULF = { id: 'gulf', name: 'Gulf Coast', lease_days: 7, cooldown_days: 30 } as OwnTeamRow
const PINES = { ...GULF, id: 'pines', name: 'Pines' }
const shownIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

it('settings that were being typed are there again after a look at another screen, for this team alone', () => {
  const { unmount } = render(<TeamSettings team={GULF} />)
  fireEvent.change(screen.getByLabelText('Team name'), { target: { value: 'Gulf Nights' } })
  unmount()
  const other = render(<TeamSettings team={PINES} />)
  expect(shownIn('Team name')).toBe('Pines')
  other.unmount()
  // What was not typed follows the rows.
  render(<TeamSettings team={{ ...GULF, lease_days: 3 }} />)
  expect([shownIn('Team name'), shownIn('Lease')]).toEqual(['Gulf Nights', '3'])
})

it('settings that were saved follow the rows again, though the answer came to another screen', async () => {
  let answer = () => {}
  vi.mocked(saveTeamSettings).mockReturnValue(new Promise<void>((resolve) => (answer = resolve)))
  const { unmount } = render(<TeamSettings team={GULF} />)
  fireEvent.change(screen.getByLabelText('Team name'), { target: { value: 'Gulf Nights' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(saveTeamSettings).toHaveBeenCalledOnce())
  unmount()
  answer()
  const { rerender } = render(<TeamSettings team={{ ...GULF, name: 'Gulf Nights' }} />)
  await new Promise((resolve) => setTimeout(resolve))
  rerender(<TeamSettings team={{ ...GULF, name: 'Gulf Weekends' }} />)
  expect(shownIn('Team name')).toBe('Gulf Weekends')
})

it('settings that were saved follow the rows, where another owner’s change comes with them', async () => {
  vi.mocked(saveTeamSettings).mockResolvedValue()
  const { rerender } = render(<TeamSettings team={GULF} />)
  fireEvent.change(screen.getByLabelText('Team name'), { target: { value: 'Gulf Nights' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(toastStore.current).toMatchObject({ title: 'Team saved' }))
  rerender(<TeamSettings team={{ ...GULF }} />)
  expect(shownIn('Team name')).toBe('Gulf Nights')
  rerender(<TeamSettings team={{ ...GULF, name: 'Gulf Weekends', lease_days: 3 }} />)
  expect([shownIn('Team name'), shownIn('Lease')]).toEqual(['Gulf Weekends', '3'])
})

it('a field that was typed back, or was saved without an answer, follows the rows', async () => {
  const { rerender } = render(<TeamSettings team={GULF} />)
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText('Team name'), { target: { value } })
  type('Gulf')
  type('Gulf Coast')
  rerender(<TeamSettings team={{ ...GULF, name: 'Theirs' }} />)
  expect(shownIn('Team name')).toBe('Theirs')

  vi.mocked(saveTeamSettings).mockRejectedValue(new ApiError('offline', 'There is no network.'))
  type('Gulf Nights')
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
  expect(shownIn('Team name')).toBe('Gulf Nights')
  rerender(<TeamSettings team={{ ...GULF, name: 'Gulf Nights' }} />)
  rerender(<TeamSettings team={{ ...GULF, name: 'Gulf Weekends' }} />)
  expect(shownIn('Team name')).toBe('Gulf Weekends')
})

it('what was saved stays while the rows come in the order of the saves', async () => {
  vi.mocked(saveTeamSettings).mockResolvedValue()
  const { rerender } = render(<TeamSettings team={GULF} />)
  const save = async (label: string, value: string) => {
    toastStore.current = null
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(toastStore.current).toMatchObject({ title: 'Team saved' }))
  }
  await save('Team name', 'Gulf Nights')
  await save('Lease', '3')
  expect(saveTeamSettings).toHaveBeenLastCalledWith('gulf', {
    name: 'Gulf Nights',
    lease_days: 3,
    cooldown_days: 30,
  })
  rerender(<TeamSettings team={{ ...GULF, name: 'Gulf Nights' }} />)
  expect([shownIn('Team name'), shownIn('Lease')]).toEqual(['Gulf Nights', '3'])
  rerender(<TeamSettings team={{ ...GULF, name: 'Gulf Nights', lease_days: 3 }} />)
  rerender(<TeamSettings team={{ ...GULF, name: 'Gulf Nights', lease_days: 5 }} />)
  expect([shownIn('Team name'), shownIn('Lease')]).toEqual(['Gulf Nights', '5'])
})

it('changes that are discarded give way to the rows, but for what was saved', async () => {
  vi.mocked(saveTeamSettings).mockResolvedValue()
  render(<TeamSettings team={GULF} />)
  const discard = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Discard changes' })
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  type('Team name', 'Gulf')
  expect(discard()).not.toBeNull()
  type('Team name', 'Gulf Coast')
  expect(discard()).toBeNull()
  type('Team name', 'Gulf Nights')
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(toastStore.current).toMatchObject({ title: 'Team saved' }))
  expect(discard()).toBeNull()
  type('Team name', 'Gulf Days')
  type('Lease', '30')
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(screen.getByText(LEASE_INVALID)).toBeDefined())
  await waitFor(() => expect(discard()?.disabled).toBe(false))
  fireEvent.click(discard() as HTMLElement)
  expect([shownIn('Team name'), shownIn('Lease')]).toEqual(['Gulf Nights', '7'])
  expect(screen.queryByText(LEASE_INVALID)).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Team name'))

  vi.mocked(saveTeamSettings).mockRejectedValueOnce(new ApiError('offline', 'There is no network.'))
  type('Lease', '9')
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
  await waitFor(() => expect(discard()?.disabled).toBe(false))
  fireEvent.click(discard() as HTMLElement)
  expect(screen.getByRole('alert').textContent).toBe('')
})
