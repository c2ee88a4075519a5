import type { ApiError } from '#web/lib/api-client.ts'
import { type ErrorMessage, MAY_BE_DONE } from '#web/lib/error-messages.ts'

/* What failures of the administration have in common. */

/** For a call that only administrators may make. */
export const AUTHORIZATION_ERROR: ErrorMessage = {
  title: 'Authorization Error',
  description: 'You are not authorized to perform this action.',
}

/** Whether the server denies the account the permission. */
export function isUnauthorized({ code, message }: Pick<ApiError, 'code' | 'message'>): boolean {
  return (
    code === 'authentication_required' ||
    code === 'forbidden' ||
    /unauthorized|missing auth token/i.test(message)
  )
}

/** Why a change was refused; where no answer came, that it is not known. */
export function reasonOf({ code, message }: Pick<ApiError, 'code' | 'message'>): string {
  return code === 'unreachable' || code === 'timeout' ? MAY_BE_DONE : message
}

/** Why something could not be loaded. */
export function loadError(error: ApiError, title: string): ErrorMessage {
  if (isUnauthorized(error)) return AUTHORIZATION_ERROR
  const isAway = error.code === 'offline' || error.code === 'unreachable'
  return { title, description: isAway ? 'There is no connection to the server.' : error.message }
}
