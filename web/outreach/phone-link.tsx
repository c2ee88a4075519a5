import { MessageSquare, QrCode } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { revealedContacts } from '#web/replica/revealed-contacts.ts'
import { callPerson, contactPerson, textPerson } from './contact-person.ts'
import { type OutreachPerson, showSheet } from './outreach-sheet-store.ts'
import { phoneUri, smsUri } from './phone-uri.ts'
import { stopWords } from './touch-words.ts'
import { useTouches } from './touches.ts'

/** Whether a person's contacts came a moment ago: a second press of the reveal must not call. */
const useJustRevealed = (personId: string) =>
  useProxyValue(revealedContacts, ({ justRevealed }) => personId in justRevealed)

/**
 * A revealed number, to call. Not a link before it is known that nothing forbids to call, nor where a
 * mark does, nor in the moment after the reveal.
 */
export function PhoneLink({
  person,
  contact,
  className,
  children,
}: {
  person: OutreachPerson
  contact: RevealedContact
  className: string
  children: ReactNode
}) {
  const touches = useTouches(person.id, true)
  const isFresh = useJustRevealed(person.id)
  const href = phoneUri(contact.value)
  if (isFresh || !touches) {
    return (
      <button
        type="button"
        disabled={isFresh}
        className={`${className} text-left`}
        onClick={() => void callPerson(person, contact)}
      >
        {children}
      </button>
    )
  }
  if (stopWords(touches)) return <span className={className}>{children}</span>
  return (
    <a
      href={href}
      className={className}
      onClick={(event) => {
        // It is left for once the call is written.
        event.preventDefault()
        void callPerson(person, contact)
      }}
    >
      {children}
    </a>
  )
}

/** A text message to a revealed number, in the device's own app; nothing where a mark forbids it. */
export function TextLink({
  person,
  value,
  className,
}: {
  person: OutreachPerson
  value: string
  className: string
}) {
  const touches = useTouches(person.id, true)
  const isFresh = useJustRevealed(person.id)
  if (!touches || stopWords(touches)) return null
  const href = smsUri(value)
  const icon = <MessageSquare aria-hidden className="size-4" strokeWidth={1.75} />
  if (isFresh) {
    return (
      <button type="button" disabled aria-label={`Text ${value}`} className={className}>
        {icon}
      </button>
    )
  }
  return (
    <a
      href={href}
      aria-label={`Text ${value}`}
      data-tooltip="Text"
      className={className}
      onClick={(event) => {
        event.preventDefault()
        void textPerson(person, href)
      }}
    >
      {icon}
    </a>
  )
}

/** For a desk, whose telephone is another device: the number as a code, and as a contact's file. */
export function NumberButton({
  person,
  contact,
  className,
}: {
  person: OutreachPerson
  contact: RevealedContact
  className: string
}) {
  const touches = useTouches(person.id, true)
  if (!touches || stopWords(touches)) return null
  return (
    <button
      type="button"
      aria-label={`Code and contact of ${contact.value}`}
      data-tooltip="Call from a phone"
      className={`${className} pointer-coarse:hidden`}
      onClick={() =>
        void contactPerson(person, 'call', () => showSheet({ kind: 'number', person, contact }))
      }
    >
      <QrCode aria-hidden className="size-4" strokeWidth={1.75} />
    </button>
  )
}
