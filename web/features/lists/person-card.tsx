import { Link } from '@tanstack/react-router'
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CandidateCard } from '#db/schema/candidate-card.ts'
import { formatPlace, presentText, presentTexts } from '#web/lib/format.ts'
import type { OwnedList } from '#web/lib/lists/list-rights.ts'
import { fullName, initials, specialtyOf } from '#web/lib/people/candidate-facts.ts'
import { specialtyGroup } from '#web/lib/people/specialty-group.ts'
import { askToEmail, hasEmail } from '#web/outreach/ask-to-email.ts'
import { useIsRefused } from '#web/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MemberContacts } from './member-contacts.tsx'

const CARD =
  'grid grid-cols-[auto_auto_minmax(0,1fr)] items-start gap-x-3 gap-y-3 border-line border-b py-4 [contain-intrinsic-size:auto_8rem] [content-visibility:auto] hover:bg-wash/60 data-[selected]:bg-accent-wash md:px-3 md:grid-cols-[auto_auto_minmax(0,1fr)_14rem_8rem] lg:grid-cols-[auto_auto_minmax(0,1fr)_20rem_15rem]'

/** A person among others, to select. */
export function PersonCard({
  id,
  card,
  isSelected,
  onSelect,
  children,
}: {
  id: string
  card: CandidateCard
  isSelected: boolean
  onSelect(id: string, isSelected: boolean): void
  /** The parts beside the checkbox. */
  children: ReactNode
}) {
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
      {children}
    </li>
  )
}

/** Who a person is and how to reach them: all of the card but for the checkbox. */
export function PersonParts({
  id,
  card,
  list,
  profile,
  actions,
  children,
}: {
  id: string
  card: CandidateCard
  /** The list on which the person is contacted. */
  list?: OwnedList
  /** From the latter address, Back leads to the search. */
  profile: '/physician/$id' | '/physicians/$id'
  /** What follows the button to write. */
  actions: ReactNode
  /** What is known of the person beside name, specialty, place and work. */
  children: ReactNode
}) {
  const isEmailRefused = useIsRefused('contact.reveal')
  const name = fullName(card)
  const specialty = specialtyOf(card)
  const hue = specialtyGroup(specialty)
  const contacts = card.contact_kinds?.map((kind) => ({ kind }))
  return (
    <>
      <Avatar initials={initials(card)} hue={hue} />
      <div className="flex min-w-0 flex-col gap-0.5 text-sm">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Link
            to={profile}
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
        {children}
      </div>
      {/* On a phone the button to write stands beside the one that reveals. */}
      <div className="min-w-0 max-md:col-start-3 max-md:flex max-md:flex-wrap max-md:gap-1 md:contents">
        <MemberContacts person={{ id, name, list }} kinds={card.contact_kinds} />
        <div className="flex gap-1 max-md:ml-auto md:flex-col-reverse md:items-end md:justify-end lg:flex-row">
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
          {actions}
        </div>
      </div>
    </>
  )
}

/** The skeleton of a person's card. */
export function PersonSkeleton() {
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

/** Skeletons as high as most lists, so that the footer does not leave the screen when the rows arrive. */
export function PeopleSkeleton() {
  return (
    <div role="status" aria-label="Loading healthcare workers" className="min-h-dvh">
      <ul>
        <PersonSkeleton />
        <PersonSkeleton />
        <PersonSkeleton />
      </ul>
    </div>
  )
}
