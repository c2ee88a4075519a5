import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { inviteReadError, joinErrorMessage, teamErrorMessage } from './team-messages.ts'

const error = (code: ApiError['code'], message = 'the server’s words') =>
  new ApiError(code, message)

describe('a refusal of a call about a team is said in words', () => {
  it.each([
    ['offline', 'This needs a connection. Nothing was changed.'],
    ['forbidden', 'Your role in this team does not allow that any more.'],
    ['not_a_member', 'You are not a member of this team any more.'],
    ['last_owner', 'A team keeps an owner: hand it over or close it first.'],
    ['already_member', 'Whoever has this address is a member already.'],
    ['mail_unavailable', 'No mail can be sent now, so nobody was invited. Please try again later.'],
    [
      'internal_error',
      'Something went wrong on the server. Nothing was changed; please try again.',
    ],
  ] as const)('%s', (code, words) => {
    expect(teamErrorMessage(error(code))).toBe(words)
  })

  it.each(['timeout', 'unreachable'] as const)(
    'a call whose answer never came may have been carried out: %s',
    (code) => {
      expect(teamErrorMessage(error(code))).toBe(
        'The server did not answer. It may be done all the same: look before you try again.',
      )
    },
  )

  it('the server’s figures stay in its own words', () => {
    const words = 'All seats of this team (2) are taken.'
    expect(teamErrorMessage(error('seats_taken', words))).toBe(words)
  })
})

describe('an invitation that cannot be accepted now', () => {
  it('says what makes room for it, and that it stays open', () => {
    expect(joinErrorMessage(error('seats_taken', 'All seats are taken.'), 'a@b.test')).toBe(
      'All seats are taken. Who invited you can free one or buy one; the invitation stays open meanwhile.',
    )
    expect(joinErrorMessage(error('quota_reached', 'You can be in 5 teams.'), 'a@b.test')).toBe(
      'You can be in 5 teams. Leave one of them first; the invitation stays open meanwhile.',
    )
  })

  it('says when it can be read, where too many were', () => {
    const words = 'Too many requests. Try again in 60 s.'
    expect(inviteReadError(error('rate_limited', words)).description).toBe(words)
    expect(inviteReadError(error('unreachable')).description).toBe(
      'Please try again once you are connected.',
    )
  })

  it('names the account that it is not for', () => {
    expect(joinErrorMessage(error('other_address'), 'a@b.test')).toMatch(
      /^It was mailed to another address than a@b\.test\./,
    )
  })
})
