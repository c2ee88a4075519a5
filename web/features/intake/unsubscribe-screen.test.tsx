// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { turnNewsMailsOff } from './intake-client.ts'
import { UnsubscribeScreen } from './unsubscribe-screen.tsx'

vi.mock('./intake-client.ts', () => ({ turnNewsMailsOff: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search?: object; children: ReactNode }) => (
    <a href={search ? `${to}?${new URLSearchParams({ ...search })}` : to}>{children}</a>
  ),
}))

beforeEach(() => vi.resetAllMocks())
afterEach(cleanup)

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Turn them off' }))

it('the link of a mail of news turns them off on a press, for the account of the link', async () => {
  render(<UnsubscribeScreen account="ada" token="t1" />)
  expect(turnNewsMailsOff).not.toHaveBeenCalled()
  press()
  await screen.findByRole('heading', { name: 'The mails are turned off' })
  expect(turnNewsMailsOff).toHaveBeenCalledExactlyOnceWith({ account: 'ada', token: 't1' })
})

it.each([
  [undefined, 't1'],
  ['ada', undefined],
])('a link of account %s and token %s is not whole, and nothing is sent', (account, token) => {
  render(<UnsubscribeScreen account={account} token={token} />)
  screen.getByText('The link is not whole. Please open it again from the mail.')
  expect(screen.queryByRole('button')).toBeNull()
})

it('a link that is refused says so, and where else the mails are turned off', async () => {
  vi.mocked(turnNewsMailsOff).mockRejectedValue(new ApiError('not_found', 'x'))
  render(<UnsubscribeScreen account="ada" token="forged" />)
  press()
  await screen.findByText('The link is not valid. Please open it again from the mail.')
  expect(screen.getByRole('link', { name: 'Notifications' }).getAttribute('href')).toBe(
    '/account?tab=notifications',
  )
})
