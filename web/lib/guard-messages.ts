import type { ErrorMessage } from './error-messages.ts'

/** The messages of route guards; apart, because the entry holds the guards of all screens. */

/** A user without permission opened an administrators' screen. */
export const ACCESS_DENIED: Pick<ErrorMessage, 'title'> = {
  title: 'Access Denied. Redirecting...',
}

export const SECOND_FACTOR_NEEDED: ErrorMessage = {
  title: 'The administration is closed',
  description: 'It opens once you have signed in with a passkey or a code.',
}

export const LIST_NOT_FOUND = 'List not found'
