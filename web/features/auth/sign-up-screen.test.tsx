// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthError, signUp } from '#web/session/auth-client.ts'
import { refreshSession } from '#web/session/session.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { SignUpScreen } from './sign-up-screen.tsx'

vi.mock('#web/session/auth-client.ts', async (original) => ({
  ...(await original<typeof import('#web/session/auth-client.ts')>()),
  signUp: vi.fn(),
}))
vi.mock('#web/session/session.ts', () => ({ refreshSession: vi.fn(), useMe: () => null }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const onSignedUp = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
  toastStore.current = null
})
afterEach(cleanup)

/** Fills the form in and sends it. */
function send({ source = '' } = {}): void {
  render(<SignUpScreen next="/pricing" onSignedUp={onSignedUp} />)
  for (const [label, value] of [
    ['Email', 'ada@example.com'],
    ['Password', 'tidepool-9'],
    ['Confirm password', 'tidepool-9'],
    ['Where did you hear about us?', source],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
}

it('AUTH-06 the source is sent trimmed, and only where there is one', async () => {
  vi.mocked(signUp).mockResolvedValue({ isSignedIn: false })
  send({ source: '  a colleague ' })
  const account = { email: 'ada@example.com', password: 'tidepool-9' }
  await waitFor(() =>
    expect(signUp).toHaveBeenLastCalledWith({ ...account, source: 'a colleague' }, '/pricing'),
  )
  cleanup()
  send({ source: '  ' })
  await waitFor(() => expect(signUp).toHaveBeenCalledTimes(2))
  expect(signUp).toHaveBeenLastCalledWith(account, '/pricing')
})

it('AUTH-03 the terms are marked where they alone are missing, and have the focus', async () => {
  render(<SignUpScreen next={undefined} onSignedUp={onSignedUp} />)
  for (const [label, value] of [
    ['Email', 'ada@example.com'],
    ['Password', 'tidepool-9'],
    ['Confirm password', 'tidepool-9'],
  ] as const) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  }
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
  const terms = screen.getByRole('checkbox')
  await waitFor(() => expect(document.activeElement).toBe(terms))
  expect(terms.getAttribute('aria-invalid')).toBe('true')
  const said = screen.getByText('You must accept the terms and conditions.')
  expect(terms.getAttribute('aria-describedby')).toBe(said.id)
  expect(signUp).not.toHaveBeenCalled()
})

it('the source is no longer than the server takes', () => {
  render(<SignUpScreen next={undefined} onSignedUp={onSignedUp} />)
  const source = screen.getByLabelText<HTMLInputElement>('Where did you hear about us?')
  expect(source.maxLength).toBe(500)
})

it('AUTH-10 a sign-up without a session says to look for the mail, and goes on', async () => {
  vi.mocked(signUp).mockResolvedValue({ isSignedIn: false })
  send()
  await waitFor(() => expect(onSignedUp).toHaveBeenCalledExactlyOnceWith('ada@example.com'))
  expect(toastStore.current).toMatchObject({ title: 'Check your email', tone: 'ok' })
  expect(refreshSession).not.toHaveBeenCalled()
})

it('AUTH-11 a sign-up that signs in goes on once the session is known, without that message', async () => {
  vi.mocked(signUp).mockResolvedValue({ isSignedIn: true })
  let know = (): void => undefined
  vi.mocked(refreshSession).mockReturnValue(new Promise((resolve) => (know = resolve)))
  send()
  await waitFor(() => expect(refreshSession).toHaveBeenCalledTimes(1))
  expect(onSignedUp).not.toHaveBeenCalled()
  know()
  await waitFor(() => expect(onSignedUp).toHaveBeenCalledExactlyOnceWith('ada@example.com'))
  expect(toastStore.current).toBeNull()
})

it('AUTH-07 AUTH-08 an address that has an account is told in the form and by a toast', async () => {
  vi.mocked(signUp).mockRejectedValue(new AuthError('USER_ALREADY_EXISTS', 'x'))
  send()
  await screen.findByText('An account with this email already exists. Please sign in instead.')
  expect(toastStore.current).toMatchObject({
    title: 'Email already exists',
    description: 'An account with ada@example.com already exists. Try signing in instead.',
    tone: 'danger',
  })
  expect(onSignedUp).not.toHaveBeenCalled()
})
