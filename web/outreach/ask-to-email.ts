import { ref } from 'valtio'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { bestContact, fullName } from '#web/lib/candidate-facts.ts'
import { type Addressee, emailDialogStore } from '#web/lib/email-dialog-store.ts'
import { NO_ADDRESS } from '#web/lib/email-messages.ts'
import { reveal, revealedContacts } from '#web/replica/revealed-contacts.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { goOn, reach } from './outreach-actions.ts'
import type { Reached } from './outreach-request.ts'

/**
 * Opens the Send Email dialog for a person, after revealing the address if necessary, and unless
 * something stands against it: then a sheet asks first.
 */
export function askToEmail(person: Addressee, list?: Reached['list']): Promise<void> {
  if (person.contacts && !hasEmail(person.contacts)) return Promise.resolve(refuse())
  const reached = { id: person.id, name: fullName(person), list }
  return reach(reached, 'email', () => openDialog(person, reached))
}

async function openDialog(person: Addressee, reached: Reached): Promise<void> {
  await reveal(person.id)
  const contacts = revealedContacts.byPerson[person.id]
  // Not revealed: a toast has said why.
  if (!contacts) return
  if (!hasEmail(contacts)) return refuse()
  await goOn(reached, 'email', () => {
    emailDialogStore.person = ref({ ...person, list: reached.list })
  })
}

/** Whether these contacts, known or revealed, include an address. */
export function hasEmail(contacts: readonly Pick<ContactKnown, 'kind'>[]): boolean {
  return bestContact(contacts, 'email') !== undefined
}

function refuse(): void {
  showToast({ ...NO_ADDRESS, tone: 'danger' })
}
