import { Contact, Copy } from 'lucide-react'
import { useState } from 'react'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import { ContactAge } from '#web/lib/contact-age.tsx'
import { copyContact } from '#web/lib/copy-contact.ts'
import { asKnownNow, useContactsKnown } from '#web/lib/known-contacts.ts'
import { ReportContact, ReportStates } from '#web/lib/report-contact.tsx'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import type { OutreachPerson } from '#web/outreach/outreach-sheet-store.ts'
import { NumberButton, PhoneLink, TextLink } from '#web/outreach/phone-link.tsx'
import { contactReports } from '#web/replica/contact-reports.ts'
import { reveal, revealedContacts } from '#web/replica/revealed-contacts.ts'
import { useIsRefused } from '#web/session/session.ts'
import { Breakable } from '#web/ui/breakable.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ContactKinds } from './contact-kinds.tsx'

const VALUE =
  'min-w-0 rounded-[4px] text-sm tabular-nums underline-offset-2 [overflow-wrap:anywhere] hover:underline'

const ICON =
  'hit-area inline-flex size-8 shrink-0 pointer-coarse:size-11 items-center justify-center rounded-sm text-muted hover:bg-wash'

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
  const isRevealing = useProxyValue(revealedContacts, (state) => personId in state.isRevealing)
  const isRefused = useIsRefused('contact.reveal')
  const [isAskedHere, setIsAskedHere] = useState(false)
  const hasReports = useProxyValue(contactReports, ({ byPerson }) => personId in byPerson)
  if (!contacts && kinds?.length !== 0) {
    return (
      <div className="flex min-w-0 flex-col items-start gap-1 max-md:contents">
        <Button
          size="sm"
          aria-label={`View contact information of ${name}`}
          isBusy={isRevealing}
          data-restricted={isRefused || undefined}
          onClick={() => {
            setIsAskedHere(true)
            void reveal(personId)
          }}
        >
          {!isRevealing && <Contact aria-hidden />}
          View contact
        </Button>
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
      {contacts?.map(({ value, ...contact }) => (
        <li key={contact.kind} className="max-w-full">
          <div className={`flex items-center gap-x-1 ${isAddress(value) ? '' : 'flex-wrap'}`}>
            {isAddress(value) ? (
              <button
                type="button"
                aria-label={`Copy ${value}`}
                onClick={() => void copyContact(value, 'email')}
                className={`hit-area text-left ${VALUE}`}
              >
                <Breakable address={value} />
              </button>
            ) : (
              <>
                <PhoneLink
                  person={person}
                  contact={{ value, ...contact }}
                  className={`hit-area ${VALUE}`}
                >
                  {value}
                </PhoneLink>
                <TextLink person={person} value={value} className={ICON} />
                <NumberButton person={person} contact={{ value, ...contact }} className={ICON} />
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
            <ReportContact personId={personId} contact={contact} />
          </div>
          <p className="text-muted text-xs">
            <ContactAge contact={asKnownNow(contact, known)} />
          </p>
        </li>
      ))}
      <li className="empty:hidden">
        <ReportStates personId={personId} />
      </li>
    </ul>
  )
}

const isAddress = (value: string) => value.includes('@')

function takeFocus(list: HTMLElement | null) {
  if (document.activeElement === document.body) list?.focus({ preventScroll: true })
}
