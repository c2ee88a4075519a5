import { Check, Copy, Lock, Mail, Phone } from 'lucide-react'
import type { Candidate } from '#api/contract/candidates.ts'
import type { ContactKnown } from '#db/schema/candidates.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { type ContactChannel, fullName } from '#web/lib/people/candidate-facts.ts'
import { ContactAge } from '#web/lib/people/contact-age.tsx'
import { copyContact } from '#web/lib/people/copy-contact.ts'
import { ReportContact } from '#web/lib/people/report-contact.tsx'
import { useContact } from '#web/lib/people/use-contact.ts'
import { NumberButton, PhoneLink, TextLink } from '#web/outreach/phone-link.tsx'
import { Breakable } from '#web/ui/breakable.tsx'

const CHANNELS = {
  email: {
    icon: Mail,
    view: 'View Email',
    other: 'Another address',
    missing: 'Email not available',
    copy: 'Copy email',
  },
  phone: {
    icon: Phone,
    view: 'View Phone',
    other: 'Another number',
    missing: 'Phone not available',
    copy: 'Copy phone',
  },
} as const

/** As high as an address of two lines and its age. */
const PLACE = 'flex min-h-14 w-full items-center rounded-sm border text-left'
const TEXT = 'flex min-w-0 flex-1 items-center gap-2.5 self-stretch rounded-sm pl-3 text-left'
/** The icons of all contacts are in columns. */
const ICON = 'flex w-8 shrink-0 items-center justify-center self-stretch rounded-sm text-muted'

/**
 * "View Email" or "View Phone": reveals in place. A press then copies an address or calls a number,
 * which the button beside it copies. A contact that fits causes no layout shift; none is cut. What else is
 * known of the channel is below, in the same form.
 */
export function ContactButton({ person, channel }: { person: Candidate; channel: ContactChannel }) {
  const contact = useContact(person, channel)
  const { known, revealed, others, report, isRevealing, isCopied } = contact
  const { isRestricted, isLocked, press } = contact
  const { icon: Icon, view, other, missing } = CHANNELS[channel]
  // The user's reports are said below.
  if (report) return null
  if (!known) {
    return (
      <p className={`${PLACE} gap-2.5 border-transparent bg-wash px-3 text-muted`}>
        <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        {missing}
      </p>
    )
  }
  const hidden = isRestricted ? 'Contact Restricted in Demo' : view
  return (
    <>
      <ContactRow
        person={person}
        channel={channel}
        known={known}
        revealed={revealed}
        hidden={isRevealing ? 'Revealing…' : hidden}
        isRevealing={isRevealing}
        isCopied={isCopied}
        isRestricted={isRestricted}
        isLocked={isLocked}
        onPress={() => void press()}
      />
      {others.map((each) => {
        const value = 'value' in each ? each.value : undefined
        return (
          <ContactRow
            key={each.kind}
            person={person}
            channel={channel}
            known={each}
            revealed={'value' in each ? each : undefined}
            hidden={other}
            onPress={value === undefined ? undefined : () => void copyContact(value, channel)}
          />
        )
      })}
    </>
  )
}

/** One contact: its age while hidden, then its value with all that can be done with it. */
function ContactRow({
  person,
  channel,
  known,
  revealed,
  hidden,
  isRevealing = false,
  isCopied = false,
  isRestricted = false,
  isLocked = false,
  onPress,
}: {
  person: Candidate
  channel: ContactChannel
  known: ContactKnown
  revealed: RevealedContact | undefined
  /** The words in the place of the value, until it is revealed. */
  hidden: string
  isRevealing?: boolean
  isCopied?: boolean
  isRestricted?: boolean
  isLocked?: boolean
  /** Reveals, then copies; none where the contact is revealed with the one above it. */
  onPress: (() => void) | undefined
}) {
  const called = { id: person.id, name: fullName(person) }
  const { icon: Icon, copy } = CHANNELS[channel]
  const value = isRevealing ? undefined : revealed?.value
  const phone = channel === 'phone' ? revealed : undefined
  const Trailing = isCopied ? Check : Copy
  const shown = (
    <>
      <Icon
        aria-hidden
        className={`size-4 shrink-0 ${onPress ? 'text-accent' : 'text-muted'}`}
        strokeWidth={1.75}
      />
      <span className="@container/age min-w-0 flex-1">
        <span className="block font-medium text-sm leading-4.5 tabular-nums [overflow-wrap:anywhere]">
          {value && !phone && <span className="sr-only">{copy} </span>}
          {value ? <Breakable address={value} /> : hidden}
        </span>
        <span aria-live="polite" className="block text-muted text-xs leading-4">
          {isCopied ? 'Copied' : <ContactAge contact={known} />}
        </span>
      </span>
    </>
  )
  if (!onPress) {
    return (
      <div className={`${PLACE} border-transparent text-muted`}>
        <div className={TEXT}>{shown}</div>
      </div>
    )
  }
  return (
    <div
      data-restricted={isRestricted || undefined}
      className={`${PLACE} border-line-strong/60 bg-surface transition-colors hover:border-line-strong hover:bg-wash data-[restricted]:bg-wash data-[restricted]:text-muted`}
    >
      {phone && (
        <>
          <PhoneLink person={called} contact={phone} className={`${TEXT} hover:underline`}>
            {shown}
          </PhoneLink>
          <TextLink person={called} value={phone.value} className={`hit-area ${ICON}`} />
          <NumberButton person={called} contact={phone} className={`hit-area ${ICON}`} />
        </>
      )}
      {/* The same button before and after the reveal: it keeps the focus, and a second press copies. */}
      <button
        type="button"
        aria-label={phone ? `${copy} ${value}` : undefined}
        aria-busy={isRevealing || undefined}
        data-tooltip={isRestricted ? 'Contact information is disabled in demo mode' : undefined}
        onClick={onPress}
        className={phone ? ICON : 'flex min-w-0 flex-1 items-center self-stretch rounded-sm'}
      >
        {!phone && <span className={TEXT}>{shown}</span>}
        {isLocked && !value && (
          <span className={ICON}>
            <Lock aria-hidden className="size-4" strokeWidth={1.75} />
          </span>
        )}
        {value && (
          <span className={ICON}>
            <Trailing
              aria-hidden
              className={`size-4 ${isCopied ? 'text-ok' : ''}`}
              strokeWidth={1.75}
            />
          </span>
        )}
      </button>
      {revealed && (
        <span className="w-8 shrink-0">
          <ReportContact personId={person.id} contact={revealed} />
        </span>
      )}
    </div>
  )
}
