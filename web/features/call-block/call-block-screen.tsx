import { Link } from '@tanstack/react-router'
import { ArrowLeft, Contact, Mail, PartyPopper, Phone, SkipForward, UsersRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CandidateCard } from '#db/schema/candidate-card.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import type { MemberToCall } from '#sync/contract/outreach-queries.ts'
import { AbsentList } from '#web/lib/absent-list.tsx'
import { bestContact, fullName, initials, specialtyOf } from '#web/lib/candidate-facts.ts'
import { ContactAge } from '#web/lib/contact-age.tsx'
import { formatCount, formatPlace, presentText, presentTexts } from '#web/lib/format.ts'
import { asKnownNow, useAskContactsKnown, useContactsKnown } from '#web/lib/known-contacts.ts'
import { LIST_FAILED } from '#web/lib/list-messages.ts'
import { ReportContact } from '#web/lib/report-contact.tsx'
import { serverNow } from '#web/lib/server-clock.ts'
import { specialtyGroup } from '#web/lib/specialty-group.ts'
import { stageWord } from '#web/lib/stage-words.ts'
import { useList } from '#web/lib/use-list.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { askToEmail } from '#web/outreach/ask-to-email.ts'
import { cooldownFrom } from '#web/outreach/contact-person.ts'
import { completing, type OutreachPerson } from '#web/outreach/outreach-sheet-store.ts'
import { PersonOutreach } from '#web/outreach/person-outreach.tsx'
import { NumberButton, PhoneLink, TextLink } from '#web/outreach/phone-link.tsx'
import { useToday } from '#web/outreach/use-today.ts'
import { reveal, revealedContacts } from '#web/replica/revealed-contacts.ts'
import { teamSearch } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useActor } from '#web/session/session.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A list's people one at a time, to call. A block is a day's: a person reached today is done. */
export function CallBlockScreen({
  listId,
  team,
}: {
  listId: string
  /** The team whose list it is; null for the account's own. */
  team: string | null
}) {
  const at = useList(listId, team)
  return (
    <div className="page flex flex-1 flex-col py-4 md:py-8">
      {at.list && <CallBlock key={at.list.id} list={at.list} />}
      <AbsentList at={at} skeleton={<BlockSkeleton />} />
    </div>
  )
}

function BlockSkeleton() {
  return (
    <div role="status" aria-label="Loading the call block" className="flex flex-col gap-5">
      <Skeleton className="h-7 w-full" />
      <div className="flex items-start gap-4">
        <Skeleton isRound className="size-14" />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton className="h-6 w-48 max-w-full" />
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="h-5 w-32" />
        </div>
      </div>
    </div>
  )
}

function CallBlock({ list }: { list: ListSummary }) {
  const { id: accountId } = useActor()
  const [begun] = useState(() => {
    const now = serverNow()
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
    return {
      begun_at: midnight.toISOString(),
      cooldown_from: cooldownFrom(list, now).toISOString(),
    }
  })
  /** Put off until the others are done. */
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const { rows, status, absence } = useLiveQuery('lists.to_call', {
    owner_id: list.owner_id,
    list_id: list.id,
    by: accountId ?? '',
    today: useToday(),
    skipped: [...skipped],
    ...begun,
  })
  const passed = useProxyValue(completing, ({ people }) => people)
  // Asked anew, the query is answered in a moment: its last answer names the next one, too.
  const [answered, setAnswered] = useState(rows)
  if (status === 'ready' && answered !== rows) setAnswered(rows)
  useEffect(() => {
    // Who is not among the next ones any more has the outcome in the rows.
    completing.people = completing.people.filter((id) =>
      answered.some(({ candidate_id }) => candidate_id === id),
    )
  }, [answered])
  const left = answered.filter(
    ({ candidate_id: id }) => id === null || !(passed.includes(id) || skipped.includes(id)),
  )
  const done = answered.filter(({ candidate_id: id }) => id !== null && passed.includes(id)).length
  const [next] = left.map((row) => ({ ...row, done: row.done + done }))
  const [first] = skipped
  return (
    <>
      <Link
        to="/lists/$listId"
        params={{ listId: list.id }}
        search={teamSearch(list)}
        className={`${buttonClass({ variant: 'ghost', size: 'sm' })} mb-2 -ml-3 max-w-full self-start`}
      >
        <ArrowLeft aria-hidden />
        <span className="min-w-0 truncate">{list.name}</span>
      </Link>
      <h1 className="sr-only">Call block of {list.name}</h1>
      {status === 'failed' && (
        <ErrorPanel title={LIST_FAILED.title}>{LIST_FAILED.description}</ErrorPanel>
      )}
      {status === 'loading' && !next && <BlockSkeleton />}
      {next && <Progress block={next} />}
      {next?.candidate_id && next.card && (
        <PersonToCall
          key={next.candidate_id}
          list={list}
          next={next}
          onSkip={() => setSkipped((now) => [...now, next.candidate_id ?? ''])}
        />
      )}
      {status === 'ready' && done === 0 && !next?.candidate_id && (
        <AbsentRows absence={absence} rows="people of this list" skeleton={<BlockSkeleton />}>
          {list.member_count === 0 ? (
            <NoMembers />
          ) : (
            <EmptyState
              isWholeScreen
              icon={PartyPopper}
              title={first === undefined ? 'Everybody is done' : 'Only those you put off are left'}
              action={
                first === undefined ? (
                  <Link to="/due" className={buttonClass({ variant: 'primary' })}>
                    What is due
                  </Link>
                ) : (
                  <Button variant="primary" onClick={() => setSkipped([])}>
                    Go on with them
                  </Button>
                )
              }
            >
              People touched within the cooldown and those not to contact are left out.
            </EmptyState>
          )}
        </AbsentRows>
      )}
    </>
  )
}

function NoMembers() {
  return (
    <EmptyState
      isWholeScreen
      icon={UsersRound}
      title="Nobody is on this list yet"
      action={
        <Link to="/search" className={buttonClass({ variant: 'primary' })}>
          Go to Search
        </Link>
      }
    >
      Select people in the search and add them to the list, then call them one by one.
    </EmptyState>
  )
}

/** "12 of 50", and who is left out. */
function Progress({ block }: { block: MemberToCall }) {
  const { done, total, stopped, touched, candidate_id } = block
  const all = total - stopped - touched
  const leftOut = presentTexts([
    touched > 0 ? `${formatCount(touched)} touched of late` : null,
    stopped > 0 ? `${formatCount(stopped)} not to contact` : null,
  ]).join(', ')
  return (
    <div className="flex flex-col gap-1.5 pb-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
        <span aria-live="polite" className="font-semibold">
          {`${formatCount(Math.min(candidate_id ? done + 1 : done, all))} of ${formatCount(all)}`}
        </span>
        {leftOut && <span className="text-muted text-sm">Left out: {leftOut}</span>}
      </p>
      <div
        role="progressbar"
        aria-label="Done today"
        aria-valuenow={done}
        aria-valuemax={all}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full bg-accent"
          style={{ width: `${(100 * done) / Math.max(all, 1)}%` }}
        />
      </div>
    </div>
  )
}

function PersonToCall({
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
  const phone = bestContact(contacts?.map((each) => asKnownNow(each, known)) ?? [], 'phone')
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
        {contacts ? <PhoneButtons person={person} phone={phone} /> : <RevealButton id={id} />}
      </div>
      {phone && (
        <div className="-mt-3 flex items-center gap-2 text-muted text-sm">
          <p>
            <ContactAge contact={phone} />
          </p>
          <ReportContact personId={id} contact={phone} />
        </div>
      )}
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
  const contacts = card.contact_kinds?.map((kind) => ({ kind }))
  if (contacts && !bestContact(contacts, 'email')) return null
  return (
    <Button
      className="h-12 px-3"
      aria-label={`Send email to ${person.name}`}
      data-tooltip="Send email"
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

function RevealButton({ id }: { id: string }) {
  const isRevealing = useProxyValue(revealedContacts, (state) => id in state.isRevealing)
  return (
    <Button
      variant="primary"
      className="h-12 basis-full md:basis-auto"
      isBusy={isRevealing}
      onClick={() => void reveal(id)}
    >
      {!isRevealing && <Contact aria-hidden />}
      View contact
    </Button>
  )
}
