import { Copy } from 'lucide-react'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { channelOf } from '#web/lib/people/candidate-facts.ts'
import { ContactAge } from '#web/lib/people/contact-age.tsx'
import { copyContact } from '#web/lib/people/copy-contact.ts'
import { ReportContact } from '#web/lib/people/report-contact.tsx'
import { Breakable } from '#web/ui/breakable.tsx'
import { IconButton } from '#web/ui/button.tsx'
import type { OutreachPerson } from './outreach-sheet-store.ts'
import { NumberButton, PhoneLink, TextLink } from './phone-link.tsx'

const VALUE =
  'min-w-0 rounded-[4px] text-sm tabular-nums underline-offset-2 [overflow-wrap:anywhere] hover:underline'

const ICON =
  'hit-area inline-flex size-8 shrink-0 pointer-coarse:size-11 items-center justify-center rounded-sm text-muted hover:bg-wash'

/** A revealed contact with its age: a number to call, text or copy, an address to copy; either to report. */
export function ContactLine({
  person,
  contact,
}: {
  person: OutreachPerson
  contact: RevealedContact
}) {
  const { value } = contact
  const isAddress = channelOf(contact.kind) === 'email'
  return (
    <>
      <div
        className={`flex min-h-8 items-center gap-x-1 ${isAddress ? '' : 'flex-wrap pointer-coarse:min-h-11'}`}
      >
        {isAddress ? (
          <button
            type="button"
            aria-label={`Copy ${value}`}
            onClick={() => void copyContact(value, 'email')}
            className={`hit-area flex items-center gap-x-1 text-left ${VALUE}`}
          >
            <span className="min-w-0">
              <Breakable address={value} />
            </span>
            <span className="inline-flex size-8 shrink-0 items-center justify-center text-muted">
              <Copy aria-hidden className="size-4" strokeWidth={1.75} />
            </span>
          </button>
        ) : (
          <>
            <PhoneLink person={person} contact={contact} className={`hit-area ${VALUE}`}>
              {value}
            </PhoneLink>
            <TextLink person={person} value={value} className={ICON} />
            <NumberButton person={person} contact={contact} className={ICON} />
            <IconButton
              label={`Copy ${value}`}
              tooltip="Copy"
              icon={Copy}
              size="sm"
              className="text-muted"
              onClick={() => void copyContact(value, 'phone')}
            />
          </>
        )}
        <ReportContact personId={person.id} contact={contact} />
      </div>
      <p className="text-muted text-xs">
        <ContactAge contact={contact} />
      </p>
    </>
  )
}
