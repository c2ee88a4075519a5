// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { confirmByPassword } from '#web/lib/account/account-client.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { identityQuestion } from '#web/session/confirm-identity.ts'
import { ConfirmIdentity } from './confirm-identity.tsx'

vi.mock('#web/lib/account/account-client.ts', () => ({ confirmByPassword: vi.fn() }))

afterEach(() => {
  identityQuestion.settle = null
  cleanup()
})

const AWAY = 'The server could not be reached. Nothing has changed.'

it.each([
  ['offline', 'There is no network connection.', AWAY],
  ['unreachable', 'The directory could not be reached.', AWAY],
  ['timeout', 'timeout: no answer in 20 seconds', AWAY],
  ['forbidden', 'The password is not correct.', 'The password is not correct.'],
  ['rate_limited', 'Try again in 60 s.', 'Try again in 60 s.'],
] as const)(
  'an identity that is not confirmed (%s) speaks of nothing else, and keeps the password',
  async (code, message, words) => {
    const settle = vi.fn()
    identityQuestion.settle = settle
    render(<ConfirmIdentity />)
    const password = screen.getByLabelText<HTMLInputElement>('Password')
    fireEvent.change(password, { target: { value: 'tidepool' } })
    vi.mocked(confirmByPassword).mockRejectedValueOnce(new ApiError(code, message))
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
    await screen.findByText(words)
    expect(password.value).toBe('tidepool')
    expect(settle).not.toHaveBeenCalled()
  },
)
