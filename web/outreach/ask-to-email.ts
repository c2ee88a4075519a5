import { ref } from 'valtio'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { type Addressee, emailDialogStore } from '#web/lib/email-dialog-store.ts'
import { NO_ADDRESS } from '#web/lib/email-messages.ts'
import { bestContact, fullName } from '#web/lib/people/candidate-facts.ts'
import { reveal, revealedContacts } from '#web/replica/revealed-contacts.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { contactPerson, contactUnlessMarked } from './contact-person.ts'
import { keptMessageTo } from './kept-message.ts'
import type { OutreachPerson } from './outreach-sheet-store.ts'

/** The last press: an earlier one, whose answers took longer, opens no dialog over the last one's. */
let lastAsked: object | undefined

/**
 * Opens the Send Email dialog for a person, after revealing the address if necessary, and unless
 * something stands against it: then a sheet asks first.
 */
export function askToEmail(person: Addressee, list?: OutreachPerson['list']): Promise<void> {
  if (person.contacts && !hasEmail(person.contacts)) return Promise.resolve(refuse())
  const outreachPerson = { id: person.id, name: fullName(person), list }
  const asked = {}
  lastAsked = asked
  return contactPerson(outreachPerson, 'email', () =>
    openDialog(person, outreachPerson, () => asked === lastAsked),
  )
}

async function openDialog(
  person: Addressee,
  outreachPerson: OutreachPerson,
  isLast: () => boolean,
): Promise<void> {
  await reveal(person.id)
  const contacts = revealedContacts.byPerson[person.id]
  // Not revealed: a toast has said why.
  if (!contacts) return
  if (!hasEmail(contacts)) return refuse()
  const kept = await keptMessageTo(person.id)
  await contactUnlessMarked(outreachPerson, 'email', () => {
    if (!isLast()) return
    emailDialogStore.kept = kept && ref(kept)
    emailDialogStore.person = ref({ ...person, list: outreachPerson.list })
  })
}

/** Whether these contacts, known or revealed, include an address. */
export function hasEmail(contacts: readonly Pick<ContactKnown, 'kind'>[]): boolean {
  return bestContact(contacts, 'email') !== undefined
}

function refuse(): void {
  showToast({ ...NO_ADDRESS, tone: 'danger' })
}
