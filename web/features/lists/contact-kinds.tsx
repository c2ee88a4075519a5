import type { ContactKind } from '#db/schema/vocabulary.ts'
import { contactKindWords, preferredFirst } from '#web/lib/people/candidate-facts.ts'
import { ContactAge } from '#web/lib/people/contact-age.tsx'
import { useContactsKnown } from '#web/lib/people/known-contacts.ts'

/** Which contacts a person has and, once the server has said it, how fresh each is. */
export function ContactKinds({
  personId,
  kinds,
}: {
  personId: string
  kinds: readonly ContactKind[]
}) {
  const known = useContactsKnown(personId) ?? []
  return (
    // A line for each from the start: ages that arrive move nothing.
    <div className="@container/age self-stretch text-muted max-md:order-last max-md:w-full text-xs [&>p]:first-letter:uppercase">
      {known.length > 0
        ? preferredFirst(known).map((contact) => (
            <p key={contact.kind}>
              <ContactAge contact={contact} />
            </p>
          ))
        : contactKindWords(kinds).map((kind) => <p key={kind}>{kind}</p>)}
    </div>
  )
}
