// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#sync/contract/errors.ts'
import { NO_ROWS } from '#tests/support/no-rows.ts'
import { mutate } from '#web/replica/replica.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { session } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { ProfileTab } from './profile-tab.tsx'

vi.mock('#web/replica/replica.ts', () => ({ mutate: vi.fn() }))
vi.mock('#web/replica/use-live-query.ts', () => ({ useLiveQuery: vi.fn() }))

const USER = { id: 'ada', email: 'ada.moss@example.com', name: 'ada.moss', bio: null }
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

beforeEach(async () => {
  // Another account's: what was typed before is gone.
  session.me = { user: { id: crypto.randomUUID() } } as typeof session.me
  await Promise.resolve()
  vi.mocked(mutate).mockReset().mockResolvedValue({ id: 'mutation' })
  toastStore.current = null
})
afterEach(cleanup)

function show({ rows = [] as object[], user = {}, isReadOnly = false } = {}): void {
  vi.mocked(useLiveQuery).mockReturnValue({ ...NO_ROWS, rows: rows as never[] })
  render(<ProfileTab user={{ ...USER, ...user } as never} isReadOnly={isReadOnly} />)
}

it('ACCOUNT-02 ACCOUNT-03 shows the profile as it was kept, else as the account has it', () => {
  show({ user: { bio: 'of the account' } })
  expect(field('Name').value).toBe('ada.moss')
  expect(field('Bio').value).toBe('of the account')
  expect(field('Email').value).toBe('ada.moss@example.com')
  expect(field('Email').readOnly).toBe(true)
  cleanup()
  const kept = [
    { key: 'profile.name', value: 'Ada' },
    { key: 'profile.bio', value: '' },
  ]
  show({ rows: kept, user: { bio: 'of the account' } })
  expect([field('Name').value, field('Bio').value]).toEqual(['Ada', ''])
})

it('ACCOUNT-03 name and bio are kept trimmed, and said to be', async () => {
  show()
  fireEvent.change(field('Name'), { target: { value: ' Ada Moss ' } })
  fireEvent.change(field('Bio'), { target: { value: ' Places nurses. ' } })
  fireEvent.click(save())
  await waitFor(() =>
    expect(toastStore.current).toMatchObject({ title: 'Profile saved', tone: 'ok' }),
  )
  expect(vi.mocked(mutate).mock.calls).toEqual([
    ['settings.set', { key: 'profile.name', value: 'Ada Moss' }],
    ['settings.set', { key: 'profile.bio', value: 'Places nurses.' }],
  ])
})

it('what was not edited, or is saved, follows the other devices', async () => {
  const kept = (name: string, bio: string) => {
    const rows = [
      { key: 'profile.name', value: name },
      { key: 'profile.bio', value: bio },
    ]
    vi.mocked(useLiveQuery).mockReturnValue({ ...NO_ROWS, rows: rows as never[] })
    return <ProfileTab user={USER as never} isReadOnly={false} />
  }
  const { rerender } = render(kept('Ada', 'One'))
  fireEvent.change(field('Bio'), { target: { value: ' Two ' } })
  fireEvent.click(save())
  await waitFor(() => expect(toastStore.current).toMatchObject({ title: 'Profile saved' }))
  expect(vi.mocked(mutate).mock.calls).toEqual([
    ['settings.set', { key: 'profile.bio', value: 'Two' }],
  ])
  // Until the rows are read again.
  expect(field('Bio').value).toBe('Two')
  rerender(kept('Ada', 'Two'))
  rerender(kept('Ada Moss', 'Three'))
  expect([field('Name').value, field('Bio').value]).toEqual(['Ada Moss', 'Three'])
})

it('what was typed waits while another tab of the account is looked at', () => {
  show()
  fireEvent.change(field('Bio'), { target: { value: 'Places nurses.' } })
  cleanup()
  show()
  expect(field('Bio').value).toBe('Places nurses.')
})

it('ACCOUNT-03 a profile that was refused is not said to be saved, and stays typed', async () => {
  vi.mocked(mutate).mockRejectedValue(new AppError('internal_error', 'x'))
  show()
  fireEvent.change(field('Bio'), { target: { value: 'Places nurses.' } })
  fireEvent.click(save())
  await waitFor(() => expect(toastStore.current).toMatchObject({ tone: 'danger' }))
  expect(field('Bio').value).toBe('Places nurses.')
})

it.each(['  ', '\u200b'])('ACCOUNT-02 no profile is without a name: “%s”', async (name) => {
  show()
  fireEvent.change(field('Name'), { target: { value: name } })
  fireEvent.click(save())
  await waitFor(() => expect(document.activeElement).toBe(field('Name')))
  expect(screen.getByRole('alert').textContent).toBe('Please enter your name.')
  expect(field('Name').getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
  expect(mutate).not.toHaveBeenCalled()
})

it('ACCOUNT-07 a demo account shows its own profile, whatever was kept, and saves none', () => {
  show({ rows: [{ key: 'profile.name', value: 'A guest' }], isReadOnly: true })
  expect(field('Name').value).toBe('ada.moss')
  expect([field('Name').readOnly, field('Bio').readOnly]).toEqual([true, true])
  expect(save().disabled).toBe(true)
  screen.getByText('This feature is disabled in demo mode')
  fireEvent.submit(field('Name').form as HTMLFormElement)
  expect(mutate).not.toHaveBeenCalled()
})
