import { Link } from '@tanstack/react-router'
import { Mail, Phone, SkipForward } from 'lucide-react'
import type { CandidateCard } from '#db/schema/candidate-card.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import type { MemberToCall } from '#sync/contract/outreach-queries.ts'
import { formatPlace, presentText, presentTexts } from '#web/lib/format.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import {
  bestContact,
  contactsOf,
  fullName,
  initials,
  specialtyOf,
} from '#web/lib/people/candidate-facts.ts'
import { ContactAge } from '#web/lib/people/contact-age.tsx'
import {
  asKnownNow,
  useAskContactsKnown,
  useContactsKnown,
} from '#web/lib/people/known-contacts.ts'
import { ReportContact } from '#web/lib/people/report-contact.tsx'
import { specialtyGroup } from '#web/lib/people/specialty-group.ts'
import { stageWord } from '#web/lib/people/stage-words.ts'
import { askToEmail } from '#web/outreach/ask-to-email.ts'
import { ContactLine } from '#web/outreach/contact-line.tsx'
import type { OutreachPerson } from '#web/outreach/outreach-sheet-store.ts'
import { PersonOutreach } from '#web/outreach/person-outreach.tsx'
import { NumberButton, PhoneLink, TextLink } from '#web/outreach/phone-link.tsx'
import { RevealButton } from '#web/outreach/reveal-button.tsx'
import { revealedContacts } from '#web/replica/revealed-contacts.ts'
import { useIsRefused } from '#web/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** The person whose turn it is: who they are, how they are reached, and what was done with them. */
export function PersonToCall({
  list,
  next: { candidate_id, card, stage },
  onSkip,
}: {
  list: ListSummary
  next: MemberToCall
  onSkip(): void
}) {
  const id = candidate_id ?? ''
  const contacts = useProxyValue(revealedContacts, ({ byPerson }) => byPerson[id])
  const known = useContactsKnown(id)
  useAskContactsKnown([id])
  if (!card) return null
  const person: OutreachPerson = { id, name: fullName(card), list }
  const [phone, ...otherPhones] = contactsOf(
    contacts?.map((each) => asKnownNow(each, known)) ?? [],
    'phone',
  )
  return (
    // On a phone at least as high as the screen: its bar is at the bottom, where toasts reckon with it.
    <article
      aria-labelledby="to-call"
      className="group flex min-h-dvh flex-1 flex-col gap-5 md:min-h-0"
    >
      <PersonHeader id={id} card={card} stage={stage} />
      {/* Within reach of the thumb, however long the history; it covers no form, nor most of a low screen. */}
      <div
        data-call-bar
        className="sticky bottom-(--tab-bar-height) z-10 group-has-[textarea]:static short:static order-last short:order-none -mx-4 mt-auto short:mt-0 flex flex-wrap gap-2 border-line border-t bg-paper px-4 py-3 md:static md:order-none md:mx-0 md:mt-0 md:border-0 md:p-0"
      >
        <Button className="h-12 flex-1 md:flex-none" onClick={onSkip}>
          <SkipForward aria-hidden />
          Later
        </Button>
        <EmailButton person={person} card={card} />
        {contacts ? (
          <PhoneButtons person={person} phone={phone} />
        ) : (
          <RevealButton personId={id} variant="primary" className="h-12 basis-full md:basis-auto" />
        )}
      </div>
      {phone && (
        <div className="-mt-3 flex items-center gap-2 text-muted text-sm">
          <p>
            <ContactAge contact={phone} />
          </p>
          <ReportContact personId={id} contact={phone} />
        </div>
      )}
      {otherPhones.map((other) => (
        <div key={other.kind} className="-mt-3">
          <ContactLine person={person} contact={other} />
        </div>
      ))}
      <PersonOutreach person={person} />
    </article>
  )
}

/** Name, position, place and stage. */
function PersonHeader({
  id,
  card,
  stage,
}: {
  id: string
  card: CandidateCard
  stage: MemberToCall['stage']
}) {
  const specialty = specialtyOf(card)
  const hue = specialtyGroup(specialty)
  return (
    <header className="flex items-start gap-4">
      <Avatar initials={initials(card)} hue={hue} size="lg" />
      <div className="min-w-0 flex-1">
        <h2 id="to-call" className="font-semibold text-lg [overflow-wrap:anywhere]">
          <Link
            to="/physician/$id"
            params={{ id }}
            preload={false}
            className="hit-area hover:underline"
          >
            {fullName(card)}
          </Link>
          {presentText(card.credential) && (
            <span className="font-normal text-muted"> {card.credential}</span>
          )}
        </h2>
        <p>{presentTexts([card.title, card.organization]).join(', ')}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-muted">
          {specialty && <Badge hue={hue}>{specialty}</Badge>}
          {presentTexts([formatPlace(card.city, card.state), stage && stageWord(stage)]).join(
            ' · ',
          )}
        </p>
      </div>
    </header>
  )
}

/** Absent for a person who is known to have no address. */
function EmailButton({ person, card }: { person: OutreachPerson; card: CandidateCard }) {
  const isRefused = useIsRefused('contact.reveal')
  const contacts = card.contact_kinds?.map((kind) => ({ kind }))
  if (contacts && !bestContact(contacts, 'email')) return null
  return (
    <Button
      className="h-12 px-3"
      aria-label={`Send email to ${person.name}`}
      data-tooltip="Send email"
      data-restricted={isRefused || undefined}
      onClick={() => void askToEmail({ ...card, id: person.id, contacts }, person.list)}
    >
      <Mail aria-hidden />
    </Button>
  )
}

/** Text, show the number, call: of a person whose contacts are revealed. */
function PhoneButtons({
  person,
  phone,
}: {
  person: OutreachPerson
  phone: RevealedContact | undefined
}) {
  if (!phone) {
    return (
      <p className="flex h-12 basis-full items-center text-muted md:basis-auto">No phone known</p>
    )
  }
  return (
    <>
      <TextLink person={person} value={phone.value} className={`${buttonClass()} h-12 px-3`} />
      <NumberButton person={person} contact={phone} className={`${buttonClass()} h-12 px-3`} />
      <PhoneLink
        person={person}
        contact={phone}
        className={`${buttonClass({ variant: 'primary' })} h-12 basis-full tabular-nums md:basis-auto`}
      >
        <Phone aria-hidden />
        {phone.value}
      </PhoneLink>
    </>
  )
}
