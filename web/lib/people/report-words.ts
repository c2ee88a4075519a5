import type { ReportReason, ReportState } from '#db/schema/contact-reports.ts'
import type { AppError } from '#sync/contract/errors.ts'
import { type ErrorMessage, quotaReason } from '#web/lib/error-messages.ts'
import type { ContactChannel } from './candidate-facts.ts'

/** Why a contact is wrong, in the order of the menu. */
export const REASON_WORDS: Record<ContactChannel, Record<ReportReason, string>> = {
  phone: {
    not_in_service: 'Not in service',
    someone_else: 'Someone else answers',
    left: 'Left this job',
    other: 'Something else',
  },
  email: {
    not_in_service: 'Mail comes back',
    someone_else: 'Someone else’s address',
    left: 'Left this job',
    other: 'Something else',
  },
}

/** What came of a report, for its author. */
export const STATE_WORDS: Record<ReportState, string> = {
  received: 'Received: a second, independent report lowers it for everybody.',
  disputed: 'Lowered for everybody: another account found the same. Your reveal was given back.',
  replaced: 'Replaced or taken out by its source since.',
  checked: 'Checked again since your report.',
  withdrawn: 'Taken back.',
}

/** The state of a report where there is little room. */
export const STATE_NAMES: Record<ReportState, string> = {
  received: 'received',
  disputed: 'lowered for everybody',
  replaced: 'replaced since',
  checked: 'checked again since',
  withdrawn: 'taken back',
}

/** Why a report was not made. */
export function reportErrorMessage({ code, data, message }: AppError): ErrorMessage {
  const description = code === 'quota_reached' ? quotaReason(data) : message
  return { title: 'The contact was not reported', description }
}
