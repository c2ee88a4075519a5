// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthError, post } from '#web/session/auth-client.ts'
import { refreshSession, session } from '#web/session/session.ts'
import { endSession } from '#web/session/sign-out.ts'
import { ConfirmEmailScreen } from './confirm-email-screen.tsx'
import { CONFIRMATION_FAILURES } from './confirmation-messages.ts'

vi.mock('#web/session/auth-client.ts', async (original) => ({
  ...(await original<typeof import('#web/session/auth-client.ts')>()),
  post: vi.fn(),
}))
vi.mock('#web/session/session.ts', async (original) => ({
  ...(await original<typeof import('#web/session/session.ts')>()),
  refreshSession: vi.fn(),
}))
vi.mock('#web/session/sign-out.ts', () => ({ endSession: vi.fn() }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const sent = vi.mocked(post)
const onContinue = vi.fn()

beforeEach(() => {
  vi.resetAllMocks()
  session.me = null
  vi.mocked(refreshSession).mockImplementation(async () => signIn('ada@example.com'))
})
afterEach(cleanup)

function signIn(email: string): void {
  session.me = { user: { email } } as typeof session.me
}

function open(token: string | undefined = 't1'): void {
  render(
    <StrictMode>
      <ConfirmEmailScreen token={token} next="/pricing?plan=price_annual" onContinue={onContinue} />
    </StrictMode>,
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const attempts = () => sent.mock.calls.map(([, body]) => body)

it('the browser that signed up confirms once, with no press, and goes on', async () => {
  sent.mockResolvedValue({ outcome: 'confirmed' })
  open()
  await waitFor(() => expect(onContinue).toHaveBeenCalledTimes(1))
  expect(sent.mock.calls).toEqual([['/confirm-email', { token: 't1', isPressed: false }]])
  expect(refreshSession).toHaveBeenCalledTimes(1)
})

it('another browser confirms by its button, and says what became of the password', async () => {
  sent.mockResolvedValueOnce({ outcome: 'unpressed' })
  open()
  await screen.findByText(/^This is another browser than the one that signed up\./)
  sent.mockResolvedValueOnce({ outcome: 'confirmed_elsewhere' })
  press('Confirm this address')
  await screen.findByRole('heading', { name: 'Your address is confirmed' })
  expect(attempts()).toEqual([
    { token: 't1', isPressed: false },
    { token: 't1', isPressed: true },
  ])
  expect(screen.getByRole('status').textContent).toMatch(
    /You are signed in here meanwhile as ada@example\.com\.$/,
  )
  expect(onContinue).not.toHaveBeenCalled()
  press('Continue to checkout')
  expect(onContinue).toHaveBeenCalledTimes(1)
})

it('a fault that is none of the link is said, and the attempt can be repeated', async () => {
  sent.mockRejectedValueOnce(new AuthError('UNREACHABLE', ''))
  open()
  await screen.findByText('The server could not be reached. Check your connection and try again.')
  sent.mockRejectedValueOnce(new AuthError('rate_limited', 'x'))
  press('Try again')
  await screen.findByText('Too many attempts. Wait a minute and try again.')
  sent.mockRejectedValueOnce(new AuthError('ACCOUNT_BANNED', 'This account was closed.'))
  press('Try again')
  await screen.findByText('This account was closed.')
  sent.mockResolvedValueOnce({ outcome: 'confirmed' })
  press('Try again')
  await waitFor(() => expect(onContinue).toHaveBeenCalledTimes(1))
  // None of them was the press by which another browser than that of the sign-up confirms.
  expect(attempts()).toEqual(Array(4).fill({ token: 't1', isPressed: false }))
})

it('confirmed while the server does not say who is signed in: goes on once it does', async () => {
  sent.mockResolvedValue({ outcome: 'confirmed' })
  vi.mocked(refreshSession).mockResolvedValueOnce()
  open()
  await screen.findByText('The server could not be reached. Check your connection and try again.')
  expect(onContinue).not.toHaveBeenCalled()
  press('Try again')
  await waitFor(() => expect(onContinue).toHaveBeenCalledTimes(1))
})

it.each([
  ['TOKEN_EXPIRED', 'Log in', '/login'],
  ['INVALID_TOKEN', 'Log in', '/login'],
  ['ALREADY_CONFIRMED', 'Log in', '/login'],
  ['USER_NOT_FOUND', 'Sign up', '/signup'],
] as const)(
  'a confirmation link that failed with %s says why, and leads a visitor on',
  async (...of) => {
    const [failure, link, path] = of
    sent.mockRejectedValue(new AuthError(failure, 'x'))
    open()
    const { title, description } = CONFIRMATION_FAILURES[failure]
    await screen.findByRole('heading', { name: title })
    expect(screen.getByRole('alert').textContent).toBe(description)
    expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe(path)
  },
)

it('a confirmation link whose token holds a NUL is not valid', async () => {
  sent.mockRejectedValue(new AuthError('INVALID_INPUT', 'x'))
  open('\u0000')
  await screen.findByRole('heading', { name: 'This confirmation link is not valid' })
})

it('a confirmation link that was cut off is not valid, and nothing is sent', () => {
  open('')
  screen.getByRole('heading', { name: 'This confirmation link is not valid' })
  expect(sent).not.toHaveBeenCalled()
})

it('a confirmation link of another account names the one that is signed in, logs it out and goes on', async () => {
  signIn('ben@example.com')
  sent.mockRejectedValueOnce(new AuthError('OTHER_ACCOUNT', 'x'))
  open()
  await screen.findByText('ben@example.com')
  // Who has unsent edits may stay.
  press('Log out and confirm')
  await waitFor(() => expect(endSession).toHaveBeenCalledTimes(1))
  expect(attempts()).toHaveLength(1)
  vi.mocked(endSession).mockImplementation(async () => {
    session.me = null
  })
  sent.mockResolvedValueOnce({ outcome: 'unpressed' })
  press('Log out and confirm')
  await screen.findByRole('button', { name: 'Confirm this address' })
  expect(attempts()).toEqual(Array(2).fill({ token: 't1', isPressed: false }))
})
