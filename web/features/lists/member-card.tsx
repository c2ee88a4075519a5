import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import { memo } from 'react'
import type { PendingMutation } from '#sync/client/outbox/pending-mutation.ts'
import type { MemberInList } from '#sync/contract/list-queries.ts'
import { educationFacts, fullName, initials, specialtyOf } from '#web/lib/candidate-facts.ts'
import { formatPlace, presentText, presentTexts } from '#web/lib/format.ts'
import type { OwnedList } from '#web/lib/list-rights.ts'
import { specialtyGroup } from '#web/lib/specialty-group.ts'
import { askToEmail, hasEmail } from '#web/outreach/ask-to-email.ts'
import { TouchLine } from '#web/outreach/touch-line.tsx'
import { useIsRefused } from '#web/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MemberContacts } from './member-contacts.tsx'
import { MemberWork } from './member-work.tsx'

const CARD =
  'grid grid-cols-[auto_auto_minmax(0,1fr)] items-start gap-x-3 gap-y-3 border-line border-b py-4 [contain-intrinsic-size:auto_8rem] [content-visibility:auto] hover:bg-wash/60 data-[selected]:bg-accent-wash md:px-3 md:grid-cols-[auto_auto_minmax(0,1fr)_14rem_8rem] lg:grid-cols-[auto_auto_minmax(0,1fr)_20rem_15rem]'

/**
 * One member of a list. Renders again only for another person, list or `onSelect`; a selection of a
 * hundred renders their checkboxes alone.
 */
export const MemberCard = memo(function MemberCard({
  member,
  list,
  refused,
  isSelected,
  onSelect,
}: {
  member: MemberInList
  list: OwnedList
  /** The last assignment of the person that was refused. */
  refused?: PendingMutation | undefined
  isSelected: boolean
  onSelect(id: string, isSelected: boolean): void
}) {
  const { candidate_id: id, card } = member
  if (!card) return <MemberSkeleton />
  return (
    <li data-selected={isSelected || undefined} className={CARD}>
      <span className="flex h-10 items-center">
        <Checkbox
          label={`Select ${fullName(card)}`}
          isLabelHidden
          checked={isSelected}
          onCheckedChange={(next) => onSelect(id, next)}
        />
      </span>
      <MemberParts member={member} card={card} list={list} refused={refused} />
    </li>
  )
})

/** A member's card but for the checkbox. */
const MemberParts = memo(function MemberParts({
  member,
  card,
  list,
  refused,
}: {
  member: MemberInList
  card: NonNullable<MemberInList['card']>
  list: OwnedList
  refused: PendingMutation | undefined
}) {
  const { candidate_id: id } = member
  const isEmailRefused = useIsRefused('contact.reveal')
  const name = fullName(card)
  const specialty = specialtyOf(card)
  const hue = specialtyGroup(specialty)
  const contacts = card.contact_kinds?.map((kind) => ({ kind }))
  const schools = educationFacts(card.education).map(({ label, value }) =>
    presentTexts([label, value]).join(', '),
  )
  return (
    <>
      <Avatar initials={initials(card)} hue={hue} />
      <div className="flex min-w-0 flex-col gap-0.5 text-sm">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Link
            to="/physicians/$id"
            params={{ id }}
            preload={false}
            className="hit-area wrap-anywhere rounded-[4px] font-semibold text-base hover:underline"
          >
            {name}
          </Link>
          <span className="text-muted">{presentText(card.credential)}</span>
        </p>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2">
          {specialty && <Badge hue={hue}>{specialty}</Badge>}
          <span className="text-muted">{formatPlace(card.city, card.state)}</span>
        </div>
        <p>{presentTexts([card.title, card.organization]).join(', ')}</p>
        <Line label="Skills" values={presentTexts(card.skills)} />
        <Line label="Education" values={schools} />
        <TouchLine personId={id} className="mt-1" />
        <MemberWork list={list} member={member} name={name} refused={refused} />
      </div>
      {/* On a phone the button to write stands beside the one that reveals. */}
      <div className="min-w-0 max-md:col-start-3 max-md:flex max-md:flex-wrap max-md:gap-1 md:contents">
        <MemberContacts person={{ id, name, list }} kinds={card.contact_kinds} />
        <div className="flex flex-wrap gap-1 md:flex-col md:items-end lg:flex-row lg:justify-end">
          {(!contacts || hasEmail(contacts)) && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Send email to ${name}`}
              data-restricted={isEmailRefused || undefined}
              onClick={() => void askToEmail({ ...card, id, contacts }, list)}
            >
              <Mail aria-hidden />
              <span className="max-md:hidden">Send email</span>
            </Button>
          )}
          <Link
            to="/physicians/$id"
            params={{ id }}
            preload={false}
            aria-label={`View profile of ${name}`}
            // The name leads there too, and a phone has no room for both.
            className={`${buttonClass({ variant: 'ghost', size: 'sm' })} max-md:hidden`}
          >
            View profile
          </Link>
        </div>
      </div>
    </>
  )
})

/** The skeleton of a member's card. */
export function MemberSkeleton() {
  return (
    <li className={CARD}>
      <span className="size-4.5" />
      <Skeleton isRound className="size-10" />
      <div className="flex flex-col gap-2">
        <Skeleton className="h-5 w-48 max-w-full" />
        <Skeleton className="h-5 w-32" />
        <Skeleton className="h-5 w-64 max-w-full" />
      </div>
    </li>
  )
}

function Line({ label, values }: { label: string; values: readonly string[] }) {
  if (values.length === 0) return null
  return (
    <p className="line-clamp-1 text-muted">
      <span className="sr-only">{label}: </span>
      {values.join(' · ')}
    </p>
  )
}
