import { Check, Copy } from 'lucide-react'
import type { Candidate } from '#api/contract/candidates.ts'
import { type ContactChannel, fullName } from '#web/lib/people/candidate-facts.ts'
import { ContactAge } from '#web/lib/people/contact-age.tsx'
import { ReportContact, ReportedContact } from '#web/lib/people/report-contact.tsx'
import { useContact } from '#web/lib/people/use-contact.ts'
import { PhoneLink, TextLink } from '#web/outreach/phone-link.tsx'
import { Breakable } from '#web/ui/breakable.tsx'

const WORDS = {
  phone: { reveal: 'Reveal phone', missing: 'Phone not available', copy: 'Copy phone' },
  email: { reveal: 'Reveal email', missing: 'Email not available', copy: 'Copy email' },
} as const

/**
 * The grid of the actions stretches two slots to 40 px each: where a long address takes two lines, the
 * slot above it gives it 4 px, so that the card stays as high as it was.
 */
const SLOT =
  'flex min-h-9 w-full min-w-0 items-center rounded-sm text-left compact:min-h-7 pointer-coarse:min-h-11 pointer-coarse:compact:min-h-11'
/** Grows with a long contact: one that was paid for is never cut. */
const TEXT = 'min-w-0 flex-1 pl-2.5'
/**
 * Under a mouse the icons stand over the text's own lines, and leave the other line all of the width: a
 * number shares its line with them, which is short; an address has a line above them, which is long.
 */
const OVERLAID = 'roomy:grid roomy:grid-cols-[minmax(0,1fr)_auto_auto_auto]'
const UNDER_ICONS = 'roomy:col-span-full roomy:row-start-1'
const OVER_TEXT = 'roomy:row-start-1 roomy:h-6'

/**
 * One contact on a card: its freshness while hidden, its value once revealed: a number to call, an
 * address to copy. One that fits keeps its size, so that no layout shifts under the pointer.
 */
export function ContactSlot({ person, channel }: { person: Candidate; channel: ContactChannel }) {
  const { known, revealed, value, report, isRevealing, isCopied, isRestricted, press } = useContact(
    person,
    channel,
  )
  const words = WORDS[channel]
  const called = { id: person.id, name: fullName(person) }
  if (report) {
    return (
      <div className={`${SLOT} border border-line px-2.5`}>
        <ReportedContact report={report} />
      </div>
    )
  }
  if (!known) {
    return (
      <p className={`${SLOT} px-2.5 text-muted text-sm leading-4 max-sm:min-h-0`}>
        {words.missing}
      </p>
    )
  }
  const phone = channel === 'phone' ? revealed : undefined
  const Icon = isCopied ? Check : Copy
  const icon = value && (
    <Icon
      aria-hidden
      className={`size-3.5 shrink-0 ${phone ? 'mr-2.5 roomy:mr-1' : 'mr-2.5 roomy:absolute roomy:right-7 roomy:bottom-1 roomy:mr-0'} ${isCopied ? 'text-ok' : 'text-muted'}`}
      strokeWidth={1.75}
    />
  )
  const shown = (
    <>
      <span
        className={`block font-medium text-sm leading-4 tabular-nums [overflow-wrap:anywhere] ${phone ? 'roomy:pr-18' : ''}`}
      >
        {value && !phone && <span className="sr-only">{words.copy} </span>}
        {isRevealing ? 'Revealing…' : value ? <Breakable address={value} /> : words.reveal}
      </span>
      <span
        aria-live="polite"
        className={`@container/age block text-muted text-xs leading-4 compact:hidden ${value && !phone ? 'roomy:pr-11' : ''}`}
      >
        {isCopied ? 'Copied' : <ContactAge contact={known} />}
      </span>
    </>
  )
  return (
    <div
      data-revealed={value !== undefined || undefined}
      data-restricted={isRestricted || undefined}
      className={`${SLOT} ${OVERLAID} border border-line bg-surface transition-colors hover:border-line-strong hover:bg-wash data-[restricted]:bg-wash data-[restricted]:text-muted`}
    >
      {phone && (
        <>
          <PhoneLink
            person={called}
            contact={phone}
            className={`${TEXT} ${UNDER_ICONS} hit-area flex flex-col justify-center self-stretch rounded-sm hover:underline`}
          >
            {shown}
          </PhoneLink>
          <TextLink
            person={called}
            value={phone.value}
            className={`${OVER_TEXT} hit-area flex shrink-0 w-6 max-sm:pointer-coarse:w-11 items-center justify-center self-stretch roomy:col-start-2 roomy:self-start rounded-sm text-muted`}
          />
        </>
      )}
      {/* The same button before and after the reveal: it keeps the focus, and a second press copies. */}
      <button
        type="button"
        aria-label={phone ? `${words.copy} ${value}` : undefined}
        aria-busy={isRevealing || undefined}
        data-tooltip={isRestricted ? 'Contact information is disabled in demo mode' : undefined}
        onClick={() => void press()}
        className={`hit-area flex min-w-0 items-center self-stretch rounded-sm text-left ${phone ? `${OVER_TEXT} shrink-0 justify-end pl-2.5 roomy:pl-1.5 max-sm:pointer-coarse:min-w-11 roomy:col-start-3 roomy:self-start` : `${UNDER_ICONS} roomy:relative flex-1`}`}
      >
        {!phone && <span className={TEXT}>{shown}</span>}
        {icon}
      </button>
      {revealed && (
        <span
          className={`${OVER_TEXT} shrink-0 roomy:col-start-4 ${phone ? 'roomy:self-start' : 'roomy:self-end'} pointer-coarse:compact:@max-[40rem]:hidden roomy:[&>button]:size-6 compact:[&>button]:h-6`}
        >
          <ReportContact personId={person.id} contact={revealed} />
        </span>
      )}
    </div>
  )
}
