import { ref } from 'valtio'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { reveal, revealedContacts } from '#web/replica/revealed-contacts.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { bestContact } from './candidate-facts.ts'
import { NO_ADDRESS } from './email-messages.ts'
import { type Addressee, emailRequest } from './email-request.ts'

/** Opens the Send Email dialog for a person, whose address is revealed first where it is not yet. */
export async function askToEmail(person: Addressee): Promise<void> {
  if (person.contacts && !hasEmail(person.contacts)) return refuse()
  await reveal(person.id)
  const contacts = revealedContacts.byPerson[person.id]
  // Not revealed: why was said already.
  if (!contacts) return
  if (!hasEmail(contacts)) return refuse()
  emailRequest.person = ref(person)
}

/** Whether there is an address among contacts that exist or were revealed. */
export function hasEmail(contacts: readonly Pick<ContactKnown, 'kind'>[]): boolean {
  return bestContact(contacts, 'email') !== undefined
}

function refuse(): void {
  showToast({ ...NO_ADDRESS, tone: 'danger' })
}
