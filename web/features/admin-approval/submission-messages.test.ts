import { expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { MAY_BE_DONE } from '#web/lib/error-messages.ts'
import { bulkError, decisionError, submissionsError } from './submission-messages.ts'

const AUTHORIZATION = {
  title: 'Authorization Error',
  description: 'You are not authorized to perform this action.',
}

it.each([
  new ApiError('internal_error', 'Unauthorized: not an admin'),
  new ApiError('internal_error', 'Missing auth token'),
  new ApiError('forbidden', 'x'),
  new ApiError('authentication_required', 'x'),
])('ADMIN-07 says that the account is not authorized: $code, $message', (error) => {
  expect(decisionError(error, 'approve')).toEqual(AUTHORIZATION)
  expect(submissionsError(error)).toEqual(AUTHORIZATION)
})

it('ADMIN-05 ADMIN-06 says what failed', () => {
  const error = new ApiError('internal_error', 'Something failed on our side.')
  expect(decisionError(error, 'approve').title).toBe('Approval failed')
  expect(decisionError(error, 'reject').title).toBe('Rejection failed')
  expect(decisionError(error, null).title).toBe('Action Failed')
  expect(submissionsError(error).title).toBe('Failed to load submissions')
  const one = [{ name: 'Ada', error: new ApiError('gone', 'x') }]
  expect(bulkError('approve', one, 3).title).toBe('Bulk approve partially failed')
  expect(bulkError('reject', one, 3).title).toBe('Bulk reject partially failed')
})

it.each(['unreachable', 'timeout'] as const)(
  'a decision whose answer was lost (%s) may have been made',
  (code) => {
    const lost = new ApiError(code, 'The directory could not be reached.')
    expect(decisionError(lost, 'approve')).toEqual({
      title: 'Approval failed',
      description: MAY_BE_DONE,
    })
  },
)
