import { useState } from 'react'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { preferredFirst } from '#web/lib/people/candidate-facts.ts'
import { asKnownNow, useContactsKnown } from '#web/lib/people/known-contacts.ts'
import { ReportStates } from '#web/lib/people/report-contact.tsx'
import { ContactLine } from '#web/outreach/contact-line.tsx'
import type { OutreachPerson } from '#web/outreach/outreach-sheet-store.ts'
import { RevealButton } from '#web/outreach/reveal-button.tsx'
import { contactReports } from '#web/replica/contact-reports.ts'
import { revealedContacts } from '#web/replica/revealed-contacts.ts'
import { ContactKinds } from './contact-kinds.tsx'

/**
 * A member's contacts: hidden until revealed, then complete, to call or copy. Never stored with a list.
 */
export function MemberContacts({
  person,
  kinds,
}: {
  person: OutreachPerson
  /** The kinds of known contacts; undefined where the device does not know them. */
  kinds: readonly ContactKind[] | undefined
}) {
  const { id: personId, name } = person
  const contacts = useProxyValue(revealedContacts, ({ byPerson }) => byPerson[personId])
  const known = useContactsKnown(personId)
  const [isAskedHere, setIsAskedHere] = useState(false)
  const hasReports = useProxyValue(contactReports, ({ byPerson }) => personId in byPerson)
  if (!contacts && kinds?.length !== 0) {
    return (
      <div className="flex min-w-0 flex-col items-start gap-1 max-md:contents">
        <RevealButton
          personId={personId}
          size="sm"
          aria-label={`View contact information of ${name}`}
          onClick={() => setIsAskedHere(true)}
        />
        {kinds && <ContactKinds personId={personId} kinds={kinds} />}
      </div>
    )
  }
  if ((!contacts || contacts.length === 0) && !hasReports)
    return <p className="text-muted text-sm max-md:w-full">No contact known</p>
  return (
    <ul
      // The button that had the focus is gone.
      ref={isAskedHere ? takeFocus : undefined}
      tabIndex={-1}
      className="flex min-w-0 flex-col items-start gap-1 outline-none max-md:w-full"
    >
      {preferredFirst(contacts?.map((contact) => asKnownNow(contact, known)) ?? []).map(
        (contact) => (
          <li key={contact.kind} className="max-w-full">
            <ContactLine person={person} contact={contact} />
          </li>
        ),
      )}
      <li className="empty:hidden">
        <ReportStates personId={personId} />
      </li>
    </ul>
  )
}

function takeFocus(list: HTMLElement | null) {
  if (document.activeElement === document.body) list?.focus({ preventScroll: true })
}
