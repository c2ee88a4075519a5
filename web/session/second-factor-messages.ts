import type { ApiError } from '#web/lib/api-client.ts'
import type { ErrorMessage } from '#web/lib/error-messages.ts'
import { AuthError } from './auth-client.ts'

/** Every message for a failure of passkeys and codes. */

export const CODE_REQUIRED = 'Please enter the six digits of your authenticator app.'
export const KEPT_CODE_REQUIRED = 'Please enter one of the codes you kept.'

export const CODES_NOT_COPIED: ErrorMessage = {
  title: 'Codes not copied',
  description: 'The browser did not allow it. Select and copy them, or write them down.',
}

/** Why a passkey, a code or the password asked for again was refused. */
export function secondFactorError(error: ApiError): string {
  switch (error instanceof AuthError ? error.reason : error.code) {
    case 'PASSKEY_REFUSED':
      return 'No passkey was used. Nothing has changed.'
    case 'PASSKEY_KNOWN':
      return 'This device has a passkey for this account already.'
    case 'PASSKEY_NOT_FOUND':
      return 'This passkey belongs to no account here.'
    case 'INVALID_CODE':
      return 'This code is not right. Codes change every 30 seconds.'
    case 'INVALID_BACKUP_CODE':
      return 'This code is not one of those you kept, or was used before.'
    case 'INVALID_PASSWORD':
      return 'The password is not correct.'
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
      return 'Please begin again with your password.'
    case 'UNREACHABLE':
    case 'unreachable':
    case 'offline':
    case 'timeout':
      return 'The server could not be reached. Nothing has changed.'
    default:
      return error.message || 'That did not work. Please try again.'
  }
}
