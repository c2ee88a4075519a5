import { expect, it } from 'vitest'
import { AuthError } from './auth-client.ts'
import { secondFactorError } from './second-factor-messages.ts'

it.each([
  ['PASSKEY_REFUSED', '', 'No passkey was used. Nothing has changed.'],
  ['INVALID_CODE', 'Invalid code', 'This code is not right. Codes change every 30 seconds.'],
  [
    'INVALID_BACKUP_CODE',
    'Invalid backup code',
    'This code is not one of those you kept, or was used before.',
  ],
  ['TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE', 'x', 'Please begin again with your password.'],
  ['ANYTHING', 'The server’s own words.', 'The server’s own words.'],
  ['ANYTHING', '', 'That did not work. Please try again.'],
])('says why %s did nothing', (code, message, words) => {
  expect(secondFactorError(new AuthError(code, message))).toBe(words)
})
