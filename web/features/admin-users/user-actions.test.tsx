// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { AdminUserView } from '#api/contract/admin-user-page.ts'
import { NOT_STORABLE } from '#db/schema/storable.ts'
import { banUser } from './accounts-client.ts'
import { UserActions } from './user-actions.tsx'

vi.mock('./accounts-client.ts', () => ({ banUser: vi.fn() }))
const { me } = vi.hoisted(() => ({ me: { user: { id: 'chief' } } }))
vi.mock('#web/session/session.ts', () => ({ useMe: () => me }))
vi.mock('#web/session/confirm-identity.ts', () => ({
  withConfirmation: async (send: () => Promise<unknown>) => {
    asked.push('confirmation')
    return { answer: await send() }
  },
}))
const { asked } = vi.hoisted(() => ({ asked: [] as string[] }))
vi.mock('#web/ui/dialog.tsx', () => ({
  Dialog: ({ children, footer }: { children: ReactNode; footer: ReactNode }) => (
    <form aria-label="Ban">
      {children}
      {footer}
    </form>
  ),
}))

afterEach(cleanup)

const show = (id: string) =>
  render(
    <UserActions
      view={{ user: { id, email: 'ada@b.test' }, plan: null } as AdminUserView}
      onChanged={() => undefined}
      onDeleted={() => undefined}
    />,
  )

it('USERS-14 one’s own account can be neither banned nor deleted', () => {
  show('chief')
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.getByText('This is your own account.')).toBeDefined()
})

it('a ban needs a reason that can be stored, which is kept without blanks around', async () => {
  vi.mocked(banUser).mockResolvedValue({ plan: 'none', ends_at: null })
  show('ada')
  fireEvent.click(screen.getByRole('button', { name: 'Ban' }))
  const reason = screen.getByLabelText(/^Reason/)
  const send = () => act(async () => fireEvent.submit(reason.closest('#ban') ?? reason))
  fireEvent.change(reason, { target: { value: '   ' } })
  await send()
  expect(screen.getByText('Please say why.')).toBeDefined()
  expect(document.activeElement).toBe(reason)
  fireEvent.change(reason, { target: { value: 'Scrap\u0000ing' } })
  await send()
  expect(screen.getByText(NOT_STORABLE)).toBeDefined()
  expect(banUser).not.toHaveBeenCalled()
  fireEvent.change(reason, { target: { value: ' Scraping ' } })
  await send()
  expect(banUser).toHaveBeenCalledExactlyOnceWith('ada', 'Scraping')
  expect(asked).toEqual(['confirmation'])
})
