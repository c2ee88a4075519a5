import { visibleText } from '#db/schema/invisible.ts'
import { isEmailAddress } from '#web/lib/email-address.ts'
import { CONTACT_FAULTS } from './intake-messages.ts'

export type ContactDraft = Record<keyof typeof CONTACT_FAULTS, string>
export type ContactErrors = Partial<ContactDraft>

const LENGTHS = { name: 2, subject: 5, message: 10 } as const

/** One sentence per invalid field; empty where the form can be sent. */
export function checkContact(draft: ContactDraft): ContactErrors {
  const errors: ContactErrors = {}
  if (!isEmailAddress(draft.email.trim())) errors.email = CONTACT_FAULTS.email
  for (const field of ['name', 'subject', 'message'] as const) {
    if (visibleText(draft[field]).length < LENGTHS[field]) errors[field] = CONTACT_FAULTS[field]
  }
  return errors
}
