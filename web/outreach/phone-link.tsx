import { MessageSquare, QrCode } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { phoneUri, smsUri } from '#web/lib/phone-uri.ts'
import { call, reach, text } from './outreach-actions.ts'
import { type Reached, showSheet } from './outreach-request.ts'
import { stopWords } from './touch-words.ts'
import { useTouches } from './touches.ts'

/**
 * A revealed number, to call. Not a link before it is known that nothing forbids to call, nor where a
 * mark does.
 */
export function PhoneLink({
  person,
  contact,
  className,
  children,
}: {
  person: Reached
  contact: RevealedContact
  className: string
  children: ReactNode
}) {
  const touches = useTouches(person.id, true)
  const href = phoneUri(contact.value)
  if (!touches) {
    return (
      <button
        type="button"
        className={`${className} text-left`}
        onClick={() => void call(person, contact)}
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
        void call(person, contact)
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
  person: Reached
  value: string
  className: string
}) {
  const touches = useTouches(person.id, true)
  if (!touches || stopWords(touches)) return null
  const href = smsUri(value)
  return (
    <a
      href={href}
      aria-label={`Text ${value}`}
      data-tooltip="Text"
      className={className}
      onClick={(event) => {
        event.preventDefault()
        void text(person, href)
      }}
    >
      <MessageSquare aria-hidden className="size-4" strokeWidth={1.75} />
    </a>
  )
}

/** For a desk, whose telephone is another device: the number as a code, and as a contact's file. */
export function NumberButton({
  person,
  contact,
  className,
}: {
  person: Reached
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
        void reach(person, 'call', () => showSheet({ kind: 'number', person, contact }))
      }
    >
      <QrCode aria-hidden className="size-4" strokeWidth={1.75} />
    </button>
  )
}
