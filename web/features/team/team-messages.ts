import type { ApiError } from '#web/lib/api-client.ts'
import { type ErrorMessage, MAY_BE_DONE } from '#web/lib/error-messages.ts'

/** Every message for a failure of teams and invitations. */

export const EMAIL_INVALID = 'Please enter a valid email address.'
export const LEASE_INVALID = 'Please enter a number of days from 1 to 14.'
export const COOLDOWN_INVALID = 'Please enter a number of days from 0 to 90.'

/** The replica cannot be opened, or its rows never arrived. */
export const TEAMS_FAILED: ErrorMessage = {
  title: 'Your teams could not be read',
  description: 'This browser cannot open them right now. Nothing is lost: they are on the server.',
}

export const INVITES_FAILED = 'Open invitations are on the server, which cannot be reached.'

/** Why a call about a team did nothing. */
export function teamErrorMessage({ code, message }: ApiError): string {
  switch (code) {
    case 'offline':
      return 'This needs a connection. Nothing was changed.'
    case 'unreachable':
    case 'timeout':
      return MAY_BE_DONE
    case 'authentication_required':
      return 'You are signed out. Sign in again, then repeat this.'
    case 'subscription_required':
      return 'Creating a team needs a Monthly or Annual plan.'
    case 'not_a_member':
      return 'You are not a member of this team any more.'
    case 'forbidden':
      return 'Your role in this team does not allow that any more.'
    case 'not_found':
      return 'That was changed by another member meanwhile. Nothing is left to do here.'
    case 'last_owner':
      return 'A team keeps an owner: hand it over or close it first.'
    case 'already_member':
      return 'Whoever has this address is a member already.'
    case 'mail_unavailable':
      return 'No mail can be sent now, so nobody was invited. Please try again later.'
    case 'internal_error':
    case 'malformed_answer':
      return 'Something went wrong on the server. Nothing was changed; please try again.'
    default:
      // The server's own words hold the figures: seats, teams, seconds.
      return message
  }
}

export const INVITE_INVALID: ErrorMessage = {
  title: 'This invitation does not work',
  description:
    'It was used, revoked or replaced by a newer mail, or is older than 7 days. If you joined by it, the team is with your lists; if not, who invited you can send you a new one.',
}

export const INVITE_TOKEN_MISSING: ErrorMessage = {
  title: 'This link is not complete',
  description: 'Please open it again from the mail, or copy the whole of it.',
}

/** Why an invitation cannot be shown; it is as it was. */
export function inviteReadError({ code, message }: ApiError): ErrorMessage {
  return {
    title: 'The invitation could not be read',
    // The server's message says in how many seconds.
    description: code === 'rate_limited' ? message : 'Please try again once you are connected.',
  }
}

/** Why the invitation was not accepted. @param email the address of the account that tried. */
export function joinErrorMessage(error: ApiError, email: string): string {
  switch (error.code) {
    case 'other_address':
      return `It was mailed to another address than ${email}. Sign out, then sign in or sign up with the address that the mail came to.`
    case 'already_member':
      return 'You are in this team already.'
    case 'seats_taken':
      return `${error.message} Who invited you can free one or buy one; the invitation stays open meanwhile.`
    case 'quota_reached':
      return `${error.message} Leave one of them first; the invitation stays open meanwhile.`
    case 'demo_restricted':
      return 'The demo account is shared and can be in no team. Sign out, then sign in with an account of your own.'
    case 'offline':
    case 'unreachable':
    case 'timeout':
      return 'The server could not be reached. Please try again.'
    default:
      return teamErrorMessage(error)
  }
}
