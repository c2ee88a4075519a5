import { expect, it } from 'vitest'
import { NOT_STORABLE } from '#db/schema/storable.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { auditError, banWords, deedError, LIMITED_DATA, usersError } from './account-messages.ts'

const failed = new ApiError('internal_error', 'Something failed on our side.')

it('USERS-03 says why the accounts are not here', () => {
  expect(usersError(new ApiError('unreachable', 'x')).title).toBe('Network Connection Error')
  expect(usersError(new ApiError('offline', 'x')).title).toBe('Network Connection Error')
  expect(usersError(new ApiError('timeout', 'x')).title).toBe('Failed to load users')
  expect(usersError(failed).title).toBe('Failed to load users')
  expect(LIMITED_DATA.title).toBe('Limited user data available')
})

it('says of a search that holds a NUL what to do about it', () => {
  const refused = new ApiError('invalid_input', 'query: not valid text')
  for (const { description } of [usersError(refused), auditError(refused)]) {
    expect(description).toBe(NOT_STORABLE)
  }
})

it('USERS-10 USERS-13 says what did not happen to an account', () => {
  const busy = new ApiError('rate_limited', 'Too many requests. Try again in 9 s.')
  expect(deedError(busy, 'grant')).toEqual({
    title: 'Error',
    description: 'Failed to grant demo access. Too many requests. Try again in 9 s.',
  })
  expect(deedError(busy, 'revoke')).toEqual({
    title: 'Error',
    description: 'Failed to revoke demo access. Too many requests. Try again in 9 s.',
  })
  expect(deedError(failed, 'delete').title).toBe('Failed to delete user')
})

it.each(['unreachable', 'timeout'] as const)(
  'a change whose answer was lost (%s) may have been made',
  (code) => {
    const lost = new ApiError(code, 'The directory could not be reached.')
    expect(deedError(lost, 'ban').description).toBe(
      'The server did not answer. It may be done all the same: look before you try again.',
    )
  },
)

it('ADMIN-07 says that the account is not authorized, and USERS-14 that nobody deletes themselves', () => {
  expect(deedError(new ApiError('forbidden', 'x'), 'delete').title).toBe('Authorization Error')
  expect(usersError(new ApiError('internal_error', 'Missing auth token')).title).toBe(
    'Authorization Error',
  )
  const own = new ApiError('forbidden', 'You cannot delete your own account here.')
  expect(deedError(own, 'delete')).toEqual({
    title: 'Failed to delete user',
    description: 'You cannot delete your own account here.',
  })
})

it('TEAMS-06 says why seats were not set, and no team opened', () => {
  const paid = new ApiError('forbidden', 'This team pays for its seats by itself.')
  expect(deedError(paid, 'seats')).toEqual({
    title: 'Failed to set the seats',
    description: 'This team pays for its seats by itself.',
  })
  const banned = new ApiError('forbidden', 'This account is banned.')
  expect(deedError(banned, 'team')).toEqual({
    title: 'Failed to open the team',
    description: 'This account is banned.',
  })
  expect(deedError(new ApiError('forbidden', 'x'), 'seats').title).toBe('Authorization Error')
})

it('says what a ban does to the plan', () => {
  expect(banWords({ plan: 'ends', ends_at: '2026-12-03T12:00:00.000Z' }).description).toBe(
    'Their plan ends on Dec 3, 2026 and is not renewed.',
  )
  expect(banWords({ plan: 'none', ends_at: null })).toEqual({ title: 'User banned' })
  expect(banWords({ plan: 'ends_later', ends_at: null }).description).toContain('did not answer')
})
