import type { ContactKind } from '#db/schema/vocabulary.ts'
import { contactKindsLine, preferredFirst } from '#web/lib/candidate-facts.ts'
import { ContactAge } from '#web/lib/contact-age.tsx'
import { useContactsKnown } from '#web/lib/known-contacts.ts'

/** Which contacts a person has and, once the server has said it, how fresh each is. */
export function ContactKinds({
  personId,
  kinds,
}: {
  personId: string
  kinds: readonly ContactKind[]
}) {
  const known = useContactsKnown(personId)
  if (!known || known.length === 0) {
    return <p className="text-muted text-xs first-letter:uppercase">{contactKindsLine(kinds)}</p>
  }
  return (
    <div className="@container/age self-stretch text-muted text-xs">
      {preferredFirst(known).map((contact) => (
        <p key={contact.kind} className="first-letter:uppercase">
          <ContactAge contact={contact} />
        </p>
      ))}
    </div>
  )
}
