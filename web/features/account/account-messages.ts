import type { ApiError } from '#web/lib/api-client.ts'
import type { ErrorMessage } from '#web/lib/error-messages.ts'

/** Every message for a failure of the account page. */

export const NAME_MISSING = 'Please enter your name.'

export const PROFILE_SAVE_FAILED: ErrorMessage = {
  title: 'Profile not saved',
  description: 'What you typed is still here. Please try again.',
}

export const SESSIONS_FAILED: ErrorMessage = {
  title: 'Sessions could not be read',
  description: 'Please try again.',
}

export const FACTORS_FAILED: ErrorMessage = {
  title: 'Your passkeys and codes could not be read',
  description: 'Please try again.',
}

export const REVOKE_FAILED: ErrorMessage = {
  title: 'The device is still signed in',
  description: 'Please try again.',
}

export const TRACES_FAILED: ErrorMessage = {
  title: 'Your history could not be read',
  description: 'Nothing is lost. Please try again.',
}

export const SETTING_SAVE_FAILED: ErrorMessage = {
  title: 'That was not saved',
  description: 'It is as it was before. Please try again.',
}

export const SUPPORT_CODE_FAILED: ErrorMessage = {
  title: 'The support code is as it was',
  description: 'Please try again.',
}

/** The replica cannot be opened, or its rows never arrived. */
export const SETTINGS_FAILED: ErrorMessage = {
  title: 'Your settings could not be read',
  description: 'This browser cannot open them right now. Nothing is lost: they are on the server.',
}

/** Why the account was not deleted, or why that is not known. */
export function deletionErrorMessage({ code, message }: ApiError): string {
  if (code === 'offline') return 'The server could not be reached. Nothing was deleted.'
  // The deletion may have succeeded, and only its answer be lost.
  if (code === 'unreachable' || code === 'timeout') {
    return 'The server did not answer. It is not known whether the account was deleted: please try again.'
  }
  return code === 'internal_error' ? 'The account could not be deleted. Please try again.' : message
}
