import { expect, it } from 'vitest'
import { AuthError } from './auth-client.ts'
import { resetErrorMessage, signInErrorMessage, signUpErrorMessage } from './auth-messages.ts'

const [UP, IN, RESET] = [signUpErrorMessage, signInErrorMessage, resetErrorMessage]
const AWAY = 'The server could not be reached. Check your connection and try again.'
const TOO_MANY = 'Too many attempts. Wait a minute and try again.'

it.each([
  ['AUTH-05', UP, 'INVALID_EMAIL', 'x', 'Please enter a valid email address.'],
  ['AUTH-04', UP, 'PASSWORD_TOO_SHORT', 'x', 'Password must be at least 6 characters long.'],
  ['AUTH-09', UP, 'OTHER', 'The post office is closed.', 'The post office is closed.'],
  ['AUTH-09', UP, 'OTHER', '', 'Failed to create account.'],
  ['AUTH-21', IN, 'OTHER', 'The door is stuck.', 'The door is stuck.'],
  ['AUTH-21', IN, 'STATUS_500', '', 'Failed to log in. Please check your credentials.'],
  [
    'AUTH-24',
    IN,
    'EMAIL_NOT_VERIFIED',
    'x',
    'Confirm your email address first: we have sent you a link.',
  ],
  ['AUTH-23', RESET, 'PASSWORD_TOO_SHORT', 'x', 'Password must be at least 6 characters long.'],
  ['AUTH-23', RESET, 'OTHER', '', 'The password could not be changed.'],
] as const)('%s %o of %s “%s” is told as: %s', (_row, describe, code, message, said) => {
  expect(describe(new AuthError(code, message))).toBe(said)
})

it.each([
  ['UNREACHABLE', AWAY],
  ['STATUS_502', AWAY],
  ['STATUS_503', AWAY],
  ['STATUS_504', AWAY],
  ['STATUS_429', TOO_MANY],
  ['rate_limited', TOO_MANY],
])('AUTH-24 %s is told alike by every form, whatever its message', (code, said) => {
  for (const describe of [UP, IN, RESET]) expect(describe(new AuthError(code, 'x'))).toBe(said)
})
