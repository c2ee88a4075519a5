import type { Role } from '../../sync/contract/permissions.ts'
import type { ApiError } from './api-client.ts'
import type { ErrorMessage } from './error-messages.ts'
import { formatPeople } from './format.ts'

/** Every word an export ends in. */

export function exportRefusal(role: Role): ErrorMessage {
  return role === 'visitor'
    ? { title: 'Authentication Required', description: 'Please log in to export.' }
    : { title: 'Subscription Required', description: 'You need a subscription to export.' }
}

export function exportSuccess(count: number): ErrorMessage {
  return { title: 'Export Successful', description: `${formatPeople(count)} exported.` }
}

export function exportErrorMessage({ code, message }: ApiError): ErrorMessage {
  if (code === 'subscription_required' || code === 'demo_restricted') return exportRefusal('free')
  if (code === 'authentication_required') return exportRefusal('visitor')
  // The server's sentence says what would help.
  if (code === 'rate_limited' || code === 'too_large') {
    return { title: 'Export Failed', description: message }
  }
  const description =
    code === 'malformed_answer'
      ? 'No data was returned from the export function'
      : 'Failed to generate export data'
  return { title: 'Export Failed', description }
}
