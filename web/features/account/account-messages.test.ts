import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { deletionErrorMessage } from './account-messages.ts'

const UNKNOWN =
  'The server did not answer. It is not known whether the account was deleted: please try again.'

it.each([
  ['offline', 'The server could not be reached. Nothing was deleted.'],
  ['unreachable', UNKNOWN],
  ['timeout', UNKNOWN],
  ['internal_error', 'The account could not be deleted. Please try again.'],
  ['forbidden', 'the server’s words'],
] as const)('of a deletion that ended with %s no more is said than is known', (code, words) => {
  expect(deletionErrorMessage(new ApiError(code, 'the server’s words'))).toBe(words)
})
