import { Check, Copy, Lock, Mail, Phone } from 'lucide-react'
import type { Candidate } from '#api/contract/candidates.ts'
import type { ContactKnown } from '#db/schema/candidates.ts'
import { type ContactChannel, channelOf, fullName } from '#web/lib/people/candidate-facts.ts'
import { ContactAge } from '#web/lib/people/contact-age.tsx'
import { ReportContact } from '#web/lib/people/report-contact.tsx'
import { useContact } from '#web/lib/people/use-contact.ts'
import { ContactLine } from '#web/outreach/contact-line.tsx'
import { NumberButton, PhoneLink, TextLink } from '#web/outreach/phone-link.tsx'
import { Breakable } from '#web/ui/breakable.tsx'

const CHANNELS = {
  email: { icon: Mail, view: 'View Email', missing: 'Email not available', copy: 'Copy email' },
  phone: { icon: Phone, view: 'View Phone', missing: 'Phone not available', copy: 'Copy phone' },
} as const

const PLACE = 'flex min-h-14 w-full items-center rounded-sm text-left'
const TEXT = 'flex min-w-0 flex-1 items-center gap-3 self-stretch rounded-sm py-2 pl-4 text-left'

const ICON = 'hit-area flex shrink-0 items-center self-stretch rounded-sm px-2 text-muted'

/**
 * "View Email" or "View Phone": reveals in place. A press then copies an address or calls a number,
 * which the button beside it copies. A contact that fits causes no layout shift; none is cut. What else is
 * known of the channel is below.
 */
export function ContactButton({ person, channel }: { person: Candidate; channel: ContactChannel }) {
  const contact = useContact(person, channel)
  const { known, revealed, others, value, report, isRevealing, isCopied } = contact
  const { isRestricted, isLocked, press } = contact
  const called = { id: person.id, name: fullName(person) }
  const { icon: Icon, view, missing, copy } = CHANNELS[channel]
  // The user's reports are said below.
  if (report) return null
  if (!known) {
    return (
      <p className={`${PLACE} gap-3 bg-wash px-4 text-muted`}>
        <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        {missing}
      </p>
    )
  }
  const phone = channel === 'phone' ? revealed : undefined
  const Trailing = isCopied ? Check : Copy
  const hidden = isRestricted ? 'Contact Restricted in Demo' : view
  const shown = (
    <>
      <Icon aria-hidden className="size-4 shrink-0 text-accent" strokeWidth={1.75} />
      <span className="@container/age min-w-0 flex-1">
        <span className="block font-medium tabular-nums [overflow-wrap:anywhere]">
          {value && !phone && <span className="sr-only">{copy} </span>}
          {isRevealing ? 'Revealing…' : value ? <Breakable address={value} /> : hidden}
        </span>
        <span aria-live="polite" className="block text-muted text-sm">
          {isCopied ? 'Copied' : <ContactAge contact={known} />}
        </span>
      </span>
    </>
  )
  return (
    <>
      <div
        data-restricted={isRestricted || undefined}
        className={`${PLACE} border border-line-strong/60 bg-surface transition-colors hover:border-line-strong hover:bg-wash data-[restricted]:bg-wash data-[restricted]:text-muted`}
      >
        {phone && (
          <>
            <PhoneLink person={called} contact={phone} className={`${TEXT} hover:underline`}>
              {shown}
            </PhoneLink>
            <TextLink person={called} value={phone.value} className={ICON} />
            <NumberButton person={called} contact={phone} className={ICON} />
          </>
        )}
        {/* The same button before and after the reveal: it keeps the focus, and a second press copies. */}
        <button
          type="button"
          aria-label={phone ? `${copy} ${value}` : undefined}
          aria-busy={isRevealing || undefined}
          data-tooltip={isRestricted ? 'Contact information is disabled in demo mode' : undefined}
          onClick={() => void press()}
          className={`flex items-center self-stretch rounded-sm ${phone ? 'px-2' : 'min-w-0 flex-1'}`}
        >
          {!phone && <span className={TEXT}>{shown}</span>}
          {isLocked && !value && (
            <Lock aria-hidden className="mx-4 size-4 shrink-0 text-muted" strokeWidth={1.75} />
          )}
          {value && (
            <Trailing
              aria-hidden
              className={`size-4 shrink-0 ${isCopied ? 'text-ok' : 'text-muted'} ${phone ? '' : 'mx-4'}`}
              strokeWidth={1.75}
            />
          )}
        </button>
        {revealed && <ReportContact personId={person.id} contact={revealed} />}
      </div>
      {others.map((other) => (
        <div key={other.kind} className="px-4 pb-1">
          {'value' in other ? (
            <ContactLine person={called} contact={other} />
          ) : (
            <HiddenLine contact={other} />
          )}
        </div>
      ))}
    </>
  )
}

/** A contact that is revealed with the preferred one of its channel: as high as its `ContactLine`. */
function HiddenLine({ contact }: { contact: ContactKnown }) {
  const isPhone = channelOf(contact.kind) === 'phone'
  return (
    <>
      <p
        className={`flex min-h-8 items-center text-muted text-sm ${isPhone ? 'pointer-coarse:min-h-11' : ''}`}
      >
        {isPhone ? 'Another number' : 'Another address'}
      </p>
      <p className="text-muted text-xs">
        <ContactAge contact={contact} />
      </p>
    </>
  )
}
