import { Link } from '@tanstack/react-router'
import { CalendarCheck, Check, Phone, PhoneCall } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import type { DueStep, OpenCall } from '#sync/contract/outreach-queries.ts'
import { formatCount, presentTexts } from '#web/lib/format.ts'
import { formatAgo } from '#web/lib/format-time.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { useSingleRun } from '#web/lib/hooks/use-single-run.ts'
import { keepFocus } from '#web/lib/keep-focus.ts'
import { channelOf, contactsOf, fullName } from '#web/lib/people/candidate-facts.ts'
import { keyOfRow } from '#web/lib/rows-in-use.ts'
import { nameOf } from '#web/outreach/begun-call.ts'
import { addDays, dayWords, utcOffset } from '#web/outreach/days.ts'
import { type OutreachPerson, showSheet } from '#web/outreach/outreach-sheet-store.ts'
import { PhoneLink } from '#web/outreach/phone-link.tsx'
import { RevealButton } from '#web/outreach/reveal-button.tsx'
import { activityWords } from '#web/outreach/touch-words.ts'
import { useToday } from '#web/outreach/use-today.ts'
import { revealedContacts } from '#web/replica/revealed-contacts.ts'
import { isOwn, ownerArg, useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useActor } from '#web/session/session.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { moveStep } from './move-step.ts'

/** How many days ahead have a group of their own. */
const AHEAD_DAYS = 7

/** A date later than any next step. */
const LAST_DAY = '9999-12-31'

/** What the account said it would do next: overdue, today, in the days ahead, and later. */
export function DueScreen() {
  const { id: accountId } = useActor()
  const present = useToday()
  const by = accountId ?? ''
  const due = useLiveQuery('people.due', {
    by,
    until: LAST_DAY,
    today: present,
    utc_offset: utcOffset(),
  })
  const calls = useLiveQuery('people.calling', { by })
  const ahead = addDays(present, AHEAD_DAYS)
  const statuses = [due.status, calls.status]
  const groups = [
    { title: 'Overdue', steps: due.rows.filter(({ next_on }) => next_on < present) },
    { title: 'Today', steps: due.rows.filter(({ next_on }) => next_on === present) },
    {
      title: 'Next 7 days',
      steps: due.rows.filter(({ next_on }) => next_on > present && next_on <= ahead),
    },
    { title: 'Later', steps: due.rows.filter(({ next_on }) => next_on > ahead) },
  ].filter(({ steps }) => steps.length > 0)
  const isEmpty = groups.length === 0 && calls.rows.length === 0
  return (
    <div
      ref={keepFocus}
      tabIndex={-1}
      className="page flex flex-1 flex-col gap-8 py-6 outline-none md:py-10"
    >
      <h1 className="font-semibold text-xl">Due</h1>
      {statuses.includes('failed') && (
        <ErrorPanel title="What is due could not be read">
          Nothing is lost: it shows again once this device can read its rows.
        </ErrorPanel>
      )}
      {(due.status === 'loading' || (isEmpty && calls.status === 'loading')) && <DueSkeleton />}
      {calls.rows.length > 0 && (
        <Group title="Calls without an outcome" count={calls.rows.length}>
          {calls.rows.map((call) => (
            <OpenCallRow key={call.id} call={call} />
          ))}
        </Group>
      )}
      {groups.map(({ title, steps }) => (
        <Group key={title} title={title} count={steps.length}>
          {steps.map((step) => (
            <DueRow key={keyOfRow(step)} step={step} />
          ))}
        </Group>
      ))}
      {isEmpty && statuses.every((status) => status === 'ready') && (
        <AbsentRows
          absence={due.absence === 'none' ? calls.absence : due.absence}
          rows="next steps"
          skeleton={<DueSkeleton />}
        >
          <EmptyState
            icon={CalendarCheck}
            title="Nothing is due"
            action={
              <Link to="/lists" className={buttonClass({ variant: 'primary' })}>
                My Lists
              </Link>
            }
          >
            Set a next step with a note or after a call, and it shows here on its day.
          </EmptyState>
        </AbsentRows>
      )}
    </div>
  )
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="pb-2 font-semibold text-md">
        {title} <span className="font-normal text-muted tabular-nums">{formatCount(count)}</span>
      </h2>
      <ul className="border-line border-t">{children}</ul>
    </section>
  )
}

const ROW =
  'flex flex-col gap-x-4 gap-y-2 border-line border-b py-3 md:flex-row md:items-center md:justify-between'

/** Pause before a server that did not answer is asked again. */
const ASK_AGAIN_MS = 10_000

/** The name of a row's person: undefined until it is known, null where it cannot be known now. */
function usePersonName({
  candidate_id,
  card,
}: Pick<DueStep, 'candidate_id' | 'card'>): string | null | undefined {
  const [fetched, setFetched] = useState<string | null>()
  const isMissing = card === null && !fetched
  const isOnline = useOnline()
  useEffect(() => {
    if (!isMissing) return
    if (!isOnline) return setFetched(null)
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    async function ask() {
      const name = await nameOf({ candidate_id, card: null })
      if (isOver) return
      setFetched(name ?? null)
      if (name === undefined) timer = setTimeout(() => void ask(), ASK_AGAIN_MS)
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [candidate_id, isMissing, isOnline])
  return card ? fullName(card) : fetched
}

/** The person of a row, whose name may not be known yet. */
function personOf(
  row: Pick<DueStep, 'candidate_id' | 'list_id' | 'owner_id'>,
  known: string | null | undefined,
): OutreachPerson {
  const { candidate_id: id, list_id, owner_id } = row
  const name = known ?? 'this person'
  return list_id === null ? { id, name } : { id, name, list: { id: list_id, owner_id } }
}

function PersonName({ id, name }: { id: string; name: string | null | undefined }) {
  if (name === undefined) return <Skeleton className="h-5 w-40" />
  return (
    <Link
      to="/physician/$id"
      params={{ id }}
      preload={false}
      className="hit-area font-semibold hover:underline"
    >
      {name ?? 'Name not known now'}
    </Link>
  )
}

function DueRow({ step }: { step: DueStep }) {
  const teams = useTeams()
  const { card, next_on, words } = step
  const name = usePersonName(step)
  const person = personOf(step, name)
  const present = useToday()
  const row = useRef<HTMLLIElement>(null)
  const { run } = useSingleRun()
  const next = (day: string | null) =>
    run(async () => {
      const own = row.current
      const beside = own && rowBeside(own)
      if ((await moveStep(step, person, day)) && beside) focusInstead(own, beside)
    })
  const facts = presentTexts([
    // The heading says today.
    next_on === present ? null : dayWords(next_on),
    step.kind === 'next' ? null : `after: ${activityWords({ ...step, ...NOTHING }, teams)}`,
    isOwn(step) ? null : teams.teamOf(step)?.name,
  ])
  return (
    <li ref={row} data-step tabIndex={-1} className={ROW}>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <PersonName id={step.candidate_id} name={name} />
          <span className="text-muted text-sm">
            {presentTexts([card?.title, card?.organization]).join(', ')}
          </span>
        </p>
        {words && <p className="line-clamp-2 [overflow-wrap:anywhere]">{words}</p>}
        {facts.length > 0 && (
          <p
            data-overdue={next_on < present || undefined}
            className="text-muted text-sm tabular-nums data-[overdue]:text-danger"
          >
            {facts.join(' · ')}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 md:shrink-0 md:flex-nowrap">
        {/* On a phone a line of their own. */}
        <div
          ref={keepFocus}
          tabIndex={-1}
          className="flex flex-wrap gap-2 outline-none empty:hidden max-md:basis-full"
        >
          <CallButtons person={person} kinds={card?.contact_kinds} />
        </div>
        <Button size="sm" onClick={() => next(null)} aria-label={`Done: ${person.name}`}>
          <Check aria-hidden />
          Done
        </Button>
        {[
          { label: 'Tomorrow', day: addDays(present, 1) },
          { label: 'In a week', day: addDays(present, 7) },
        ]
          .filter(({ day }) => day !== next_on)
          .map(({ label, day }) => (
            <Button
              key={label}
              size="sm"
              variant="ghost"
              aria-label={`${label}: ${person.name}`}
              onClick={() => next(day)}
            >
              {label}
            </Button>
          ))}
      </div>
    </li>
  )
}

/** The row after a step's, else the one before it. */
function rowBeside(row: HTMLElement): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-step]')]
  const at = rows.indexOf(row)
  return rows[at + 1] ?? rows[at - 1]
}

/** Moves the focus on from a row that goes, unless the user has moved it meanwhile. */
function focusInstead(row: HTMLElement, beside: HTMLElement): void {
  const focused = document.activeElement
  // Where the row is gone already, the focus is around both.
  if (row.contains(focused) || focused?.contains(beside)) beside.focus()
}

/** Each revealed number, to call, the preferred first; absent for a person who is known to have none. */
function CallButtons({
  person,
  kinds,
}: {
  person: OutreachPerson
  /** The kinds of known contacts; undefined where the device does not know them. */
  kinds: readonly ContactKind[] | undefined
}) {
  const contacts = useProxyValue(revealedContacts, ({ byPerson }) => byPerson[person.id])
  if (contacts) {
    return contactsOf(contacts, 'phone').map((phone) => (
      <PhoneLink
        key={phone.kind}
        person={person}
        contact={phone}
        className={`${buttonClass({ size: 'sm' })} tabular-nums`}
      >
        <Phone aria-hidden />
        {phone.value}
      </PhoneLink>
    ))
  }
  if (kinds && !kinds.some((kind) => channelOf(kind) === 'phone')) return null
  return (
    <RevealButton
      personId={person.id}
      size="sm"
      aria-label={`View contact information of ${person.name}`}
    />
  )
}

/** Placeholder values for fields that `activityWords` ignores. */
const NOTHING = { created_by: '', created_at: new Date(0), redacted_at: null } as const

function OpenCallRow({ call }: { call: OpenCall }) {
  const name = usePersonName(call)
  const person = personOf(call, name)
  return (
    <li className={ROW}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <PersonName id={call.candidate_id} name={name} />
        <span className="text-muted text-sm tabular-nums">
          called {formatAgo(call.happened_at)}
        </span>
      </p>
      <Button
        size="sm"
        aria-label={`What came of the call with ${person.name}`}
        onClick={() =>
          showSheet({ kind: 'outcome', touch: 'call', person, id: call.id, ...ownerArg(call) })
        }
      >
        <PhoneCall aria-hidden />
        What came of it
      </Button>
    </li>
  )
}

function DueSkeleton() {
  return (
    <div
      data-loading
      role="status"
      aria-label="Loading what is due"
      className="flex flex-col gap-3"
    >
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  )
}
