// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  AuthError,
  requestPasswordReset,
  resendVerification,
  resetPassword,
} from '#web/session/auth-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { CheckEmailScreen } from './check-email-screen.tsx'
import { ForgotPasswordScreen } from './forgot-password-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

vi.mock('#web/session/auth-client.ts', async (original) => ({
  ...(await original<typeof import('#web/session/auth-client.ts')>()),
  requestPasswordReset: vi.fn(),
  resendVerification: vi.fn(),
  resetPassword: vi.fn(),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

beforeEach(() => {
  vi.resetAllMocks()
  toastStore.current = null
})
afterEach(cleanup)

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const linkNamed = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

it.each([
  ['short', 'short', 'Password must be at least 6 characters long.'],
  ['harbour-47', 'harbour-48', 'Passwords do not match.'],
])('AUTH-23 a new password “%s”, confirmed as “%s”, is not sent', async (password, again, said) => {
  render(<ResetPasswordScreen token="t1" onReset={() => undefined} />)
  type('New password', password)
  type('Confirm password', again)
  press('Set the password')
  await screen.findByText(said)
  expect(resetPassword).not.toHaveBeenCalled()
})

it('AUTH-23 a new password is sent with the token of the link, told, and goes on', async () => {
  const onReset = vi.fn()
  render(<ResetPasswordScreen token="t1" onReset={onReset} />)
  type('New password', 'six-66')
  type('Confirm password', 'six-66')
  press('Set the password')
  await waitFor(() => expect(onReset).toHaveBeenCalledTimes(1))
  expect(resetPassword).toHaveBeenCalledExactlyOnceWith('t1', 'six-66')
  expect(toastStore.current).toMatchObject({
    title: 'Password changed',
    description: 'Log in with the new one.',
    tone: 'ok',
  })
})

it('AUTH-23 a link without a token, or one that was used, leads to a new one', async () => {
  const spent =
    'This link has expired or was already used. Ask for a new one and use it within the hour.'
  for (const token of [undefined, '\u0000']) {
    render(<ResetPasswordScreen token={token} onReset={() => undefined} />)
    screen.getByText(spent)
    expect(linkNamed('Ask for a new link')).toBe('/forgot-password')
    cleanup()
  }
  const onReset = vi.fn()
  vi.mocked(resetPassword).mockRejectedValue(new AuthError('INVALID_TOKEN', 'x'))
  render(<ResetPasswordScreen token="t1" onReset={onReset} />)
  type('New password', 'six-66')
  type('Confirm password', 'six-66')
  press('Set the password')
  await screen.findByText(spent)
  expect(linkNamed('Ask for a new link')).toBe('/forgot-password')
  expect(screen.queryByRole('button', { name: 'Set the password' })).toBeNull()
  expect(onReset).not.toHaveBeenCalled()
  expect(toastStore.current).toBeNull()
})

it('AUTH-22 recovery asks for an address, and then says that a mail was sent if there is an account', async () => {
  render(<ForgotPasswordScreen next="/pricing" />)
  press('Send the link')
  await screen.findByText('Please enter your email address.')
  type('Email', 'ada@example')
  press('Send the link')
  await screen.findByText('Please enter a valid email address.')
  expect(requestPasswordReset).not.toHaveBeenCalled()
  type('Email', ' ada@example.com ')
  press('Send the link')
  const said = await screen.findByRole('status')
  expect(said.textContent).toBe(
    'If ada@example.com has an account, a link to set a new password is on its way.',
  )
  expect(requestPasswordReset).toHaveBeenCalledExactlyOnceWith('ada@example.com', '/pricing')
  expect(linkNamed('Log in')).toBe('/login')
})

it('AUTH-13 AUTH-14 the confirmation is sent again to where the sign-up leads, and a failure is told', async () => {
  render(<CheckEmailScreen email="ada@example.com" next="/pricing?plan=price_annual" />)
  press('Resend verification email')
  await waitFor(() =>
    expect(toastStore.current).toMatchObject({
      title: 'Email sent',
      description: 'To ada@example.com.',
      tone: 'ok',
    }),
  )
  expect(resendVerification).toHaveBeenCalledExactlyOnceWith(
    'ada@example.com',
    '/pricing?plan=price_annual',
  )
  vi.mocked(resendVerification).mockRejectedValue(new AuthError('UNREACHABLE', ''))
  press('Resend verification email')
  await waitFor(() =>
    expect(toastStore.current).toMatchObject({
      title: 'Failed to resend verification email.',
      tone: 'danger',
    }),
  )
})

it('AUTH-12 after a direct visit no link was sent, and the login sends a new one', () => {
  render(<CheckEmailScreen email={undefined} next={undefined} />)
  const said = screen.getByText(/in another one you are asked to set a new password/).textContent
  expect(said).toMatch(/^After a sign-up we mail you a link\. Open it in this browser/)
  expect(said).toMatch(/Log in to have a new one sent\.$/)
  expect(screen.queryByText(/We sent a link/)).toBeNull()
  expect(linkNamed('Log in')).toBe('/login')
})
