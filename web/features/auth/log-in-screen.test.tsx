// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Me } from '#api/contract/me.ts'
import { AuthError, signIn } from '#web/session/auth-client.ts'
import { useHasEnded, useMe } from '#web/session/session.ts'
import { LogInScreen } from './log-in-screen.tsx'

vi.mock('#web/session/auth-client.ts', async (original) => ({
  ...(await original<typeof import('#web/session/auth-client.ts')>()),
  signIn: vi.fn(),
}))
vi.mock('#web/session/session.ts', () => ({
  refreshSession: vi.fn(),
  session: { me: null },
  useMe: vi.fn(() => null),
  useHasEnded: vi.fn(() => false),
}))
vi.mock('./passkey-sign-in.tsx', () => ({ PasskeySignIn: () => null }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeEach(() => vi.clearAllMocks())
afterEach(cleanup)

function send(email: string, password: string): void {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

it.each([
  ['', '', ['Please enter your email address.', 'Please enter your password.']],
  [' ', 'clinidex', ['Please enter your email address.']],
  ['ada@example.com', '', ['Please enter your password.']],
])(
  'AUTH-16 sends nothing of the address “%s” and the password “%s”',
  async (email, password, said) => {
    render(<LogInScreen next={undefined} onSignedIn={() => undefined} />)
    send(email, password)
    await waitFor(() => expect(screen.getAllByText(/^Please enter/)).toHaveLength(said.length))
    for (const words of said) screen.getByText(words)
    expect(signIn).not.toHaveBeenCalled()
  },
)

it('AUTH-15 AUTH-21 sends the address trimmed, and offers a new link where it is unconfirmed', async () => {
  vi.mocked(signIn).mockRejectedValue(new AuthError('EMAIL_NOT_VERIFIED', ''))
  render(<LogInScreen next={undefined} onSignedIn={() => undefined} />)
  const linkNamed = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(linkNamed('Forgot your password?')).toBe('/forgot-password')
  expect(linkNamed('Get Started')).toBe('/signup')
  expect(screen.queryByText('Have a new link sent')).toBeNull()
  send(' ada@example.com ', ' spaced ')
  await screen.findByText('Confirm your email address first: we have sent you a link.')
  expect(signIn).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.com', password: ' spaced ' })
  expect(linkNamed('Have a new link sent')).toBe('/check-email-confirmation')
  // Another failure is of another account, perhaps.
  vi.mocked(signIn).mockRejectedValue(new AuthError('SOMETHING', 'The door is stuck.'))
  send('grace@example.com', 'x')
  await screen.findByText('The door is stuck.')
  expect(screen.queryByText('Have a new link sent')).toBeNull()
})

it('says that a session has ended, where the server ended it', () => {
  const { rerender } = render(<LogInScreen next={undefined} onSignedIn={() => undefined} />)
  screen.getByText('Good to see you again.')
  vi.mocked(useHasEnded).mockReturnValue(true)
  rerender(<LogInScreen next="/lists" onSignedIn={() => undefined} />)
  screen.getByText('Your session has ended. Log in to go on.')
})

it('AUTH-15 says which account is signed in already, and leads back to it', () => {
  vi.mocked(useMe).mockReturnValue({ user: { email: 'ada@example.com' } } as Me)
  render(<LogInScreen next={undefined} onSignedIn={() => undefined} />)
  expect(screen.getByText(/^You are signed in as/).textContent).toBe(
    'You are signed in as ada@example.com. Go to the search',
  )
  expect(screen.getByRole('link', { name: 'Go to the search' }).getAttribute('href')).toBe(
    '/search',
  )
  expect(screen.queryByRole('link', { name: 'Get Started' })).toBeNull()
})
