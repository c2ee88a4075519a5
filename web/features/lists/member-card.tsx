import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { CandidateCard } from '#db/schema/candidate-card.ts'
import type { PendingMutation } from '#sync/client/outbox/pending-mutation.ts'
import type { MemberInList } from '#sync/contract/list-queries.ts'
import { presentTexts } from '#web/lib/format.ts'
import type { OwnedList } from '#web/lib/lists/list-rights.ts'
import { educationFacts, fullName } from '#web/lib/people/candidate-facts.ts'
import { TouchLine } from '#web/outreach/touch-line.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { MemberWork } from './member-work.tsx'
import { PersonCard, PersonParts, PersonSkeleton } from './person-card.tsx'

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
  if (!card) return <PersonSkeleton />
  return (
    <PersonCard {...{ id, card, isSelected, onSelect }}>
      <MemberParts member={member} card={card} list={list} refused={refused} />
    </PersonCard>
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
  card: CandidateCard
  list: OwnedList
  refused: PendingMutation | undefined
}) {
  const { candidate_id: id } = member
  const name = fullName(card)
  const schools = educationFacts(card.education).map(({ label, value }) =>
    presentTexts([label, value]).join(', '),
  )
  return (
    <PersonParts
      {...{ id, card, list }}
      profile="/physicians/$id"
      actions={
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
      }
    >
      <Line label="Skills" values={presentTexts(card.skills)} />
      <Line label="Education" values={schools} />
      <TouchLine personId={id} className="mt-1" />
      <MemberWork list={list} member={member} name={name} refused={refused} />
    </PersonParts>
  )
})

function Line({ label, values }: { label: string; values: readonly string[] }) {
  if (values.length === 0) return null
  return (
    <p className="line-clamp-1 text-muted">
      <span className="sr-only">{label}: </span>
      {values.join(' · ')}
    </p>
  )
}
