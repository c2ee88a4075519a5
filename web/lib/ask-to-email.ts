import { ref } from 'valtio'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { reveal, revealedContacts } from '#web/replica/revealed-contacts.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { bestContact } from './candidate-facts.ts'
import { NO_ADDRESS } from './email-messages.ts'
import { type Addressee, emailRequest } from './email-request.ts'

/** Opens the Send Email dialog for a person, after revealing the address if necessary. */
export async function askToEmail(person: Addressee): Promise<void> {
  if (person.contacts && !hasEmail(person.contacts)) return refuse()
  await reveal(person.id)
  const contacts = revealedContacts.byPerson[person.id]
  // Not revealed: a toast has said why.
  if (!contacts) return
  if (!hasEmail(contacts)) return refuse()
  emailRequest.person = ref(person)
}

/** Whether these contacts, known or revealed, include an address. */
export function hasEmail(contacts: readonly Pick<ContactKnown, 'kind'>[]): boolean {
  return bestContact(contacts, 'email') !== undefined
}

function refuse(): void {
  showToast({ ...NO_ADDRESS, tone: 'danger' })
}
