import type { ExportRefusal } from '#api/contract/export-allowance.ts'
import type { ApiError } from '#web/lib/api-client.ts'
import { type ErrorMessage, TRY_ONLINE } from '#web/lib/error-messages.ts'
import { formatCount, formatPeople } from '#web/lib/format.ts'
import { formatClock } from '#web/lib/format-time.ts'

/** Every message about an export. */

export const EXPORT_NEEDS = {
  signIn: { title: 'Authentication Required', description: 'Please log in to export.' },
  plan: { title: 'Subscription Required', description: 'You need a subscription to export.' },
}

/**
 * @param file how many people it holds, how many are left out as not to be contacted, how many of those
 * in it have contacts, and how many more may be exported today.
 */
export function exportSuccess(file: {
  count: number
  leftOut: number
  contacts: number
  contactsLeft: number
}): ErrorMessage {
  const left = `You can export the contacts of ${formatCount(file.contactsLeft)} more today.`
  const description = [
    `${formatPeople(file.count)} exported.`,
    file.leftOut > 0 ? `${formatPeople(file.leftOut)} left out: do not contact.` : '',
    file.contacts > 0 ? left : '',
  ]
    .filter(Boolean)
    .join(' ')
  return { title: 'Export Successful', description }
}

/** Before an export without a network. */
export const EXPORT_OFFLINE = 'The file is made by the server: connect first.'

/** Before an export: how much of the day's allowance it takes. */
export function exportTakes({ people, left }: { people: number; left: number }): string {
  return people === 0
    ? `No contacts in this file: today’s ${formatCount(left)} stay.`
    : `This file takes the contacts of ${formatPeople(people)}. You have ${formatCount(left)} left today.`
}

/** Before or after an export beyond the day's allowance: why, and what to do. */
export function exportOverAllowance({ people, left, resetsAt }: ExportRefusal): string {
  const rest =
    left === 0 ? 'none are left' : `${formatCount(left)} ${left === 1 ? 'is' : 'are'} left`
  return `This file would take the contacts of ${formatPeople(people)}, and ${rest} until ${formatClock(resetsAt)}. Export it without contacts, or pick fewer people.`
}

export function exportErrorMessage({
  code,
  message,
  data,
}: Pick<ApiError, 'code' | 'message' | 'data'>): ErrorMessage {
  if (code === 'subscription_required' || code === 'demo_restricted') return EXPORT_NEEDS.plan
  if (code === 'authentication_required') return EXPORT_NEEDS.signIn
  if (code === 'budget_spent') {
    return { title: 'Export Failed', description: exportOverAllowance(data as ExportRefusal) }
  }
  // The server's message says what would help.
  if (code === 'rate_limited' || code === 'too_large' || code === 'not_found') {
    return { title: 'Export Failed', description: message }
  }
  if (code === 'offline') {
    return { title: 'Export Failed', description: TRY_ONLINE }
  }
  const description =
    code === 'malformed_answer'
      ? 'No data was returned from the export function'
      : 'Failed to generate export data'
  return { title: 'Export Failed', description }
}
