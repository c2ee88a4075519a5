import type { ContactName, ReportReason } from '#db/schema/contact-reports.ts'
import { showWhileTold } from './contact-reports.ts'
import { mutate } from './replica.ts'

/**
 * Hides a contact from the user and reports it wrong.
 * @throws AppError when a quota forbids it: the contact is shown again.
 */
export const reportContact = (contact: ContactName, reason: ReportReason): Promise<void> =>
  showWhileTold(contact, { ...contact, reason, state: 'received' }, () =>
    mutate('contacts.report', { ...contact, reason }),
  )

/** Takes a report back: the contact is shown again. */
export const withdrawReport = (contact: ContactName): Promise<void> =>
  showWhileTold(contact, null, () => mutate('contacts.withdraw', contact))
