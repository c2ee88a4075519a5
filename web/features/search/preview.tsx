import { Link } from '@tanstack/react-router'
import { ArrowUpRight, ListPlus, Mail } from 'lucide-react'
import { memo } from 'react'
import type { Candidate } from '#api/contract/candidates.ts'
import { presentTexts } from '#web/lib/format.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { InBrowser, lazyPart } from '#web/lib/lazy-part.tsx'
import { askForList } from '#web/lib/lists/ask-for-list.ts'
import {
  educationFacts,
  type Fact,
  fullName,
  initials,
  linkedInUrl,
  locationFacts,
  professionalFacts,
  specialtyOf,
} from '#web/lib/people/candidate-facts.ts'
import { specialtyGroup } from '#web/lib/people/specialty-group.ts'
import { usePersonRefusals } from '#web/lib/people/use-person-refusals.ts'
import { askToEmail, hasEmail } from '#web/outreach/ask-to-email.ts'
import { useCan } from '#web/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ContactSlot } from './contact-slot.tsx'
import { searchView } from './search-view.ts'

const PersonOutreach = lazyPart(
  async () => (await import('#web/outreach/person-outreach.tsx')).PersonOutreach,
)

/** Facts that the header shows. */
const SAID_ABOVE = ['Title', 'Specialty', 'Organization']

/** The person whose card is or was focused; by default the first. */
export const FocusedPreview = memo(function FocusedPreview({
  people,
}: {
  people: readonly Candidate[]
}) {
  const focusedId = useProxyValue(searchView, (view) => view.focusedId)
  const person = people.find(({ id }) => id === focusedId) ?? people[0]
  return person ? <Preview key={person.id} person={person} /> : null
})

/** The skeleton of the first preview. */
export function PreviewSkeleton() {
  return (
    <div aria-hidden className="flex gap-4">
      <Skeleton isRound className="size-16" />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-6" />
        <Skeleton className="h-5 w-32" />
      </div>
    </div>
  )
}

function Preview({ person }: { person: Candidate }) {
  const mayWrite = useCan('outreach.write')
  const { isListRefused, isEmailRefused } = usePersonRefusals()
  const specialty = specialtyOf(person)
  const hue = specialtyGroup(specialty)
  const linkedIn = linkedInUrl(person)
  const skills = presentTexts(person.skills)
  return (
    <article aria-label={`Preview of ${fullName(person)}`} className="flex flex-col gap-4">
      <header className="flex items-start gap-4">
        <Avatar initials={initials(person)} hue={hue} size="lg" />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-lg leading-6">
            {presentTexts([fullName(person), person.credential]).join(', ')}
          </h2>
          <p className="mt-0.5 text-muted">
            {presentTexts([person.title, person.organization]).join(', ')}
          </p>
          {specialty && (
            <p className="mt-2 flex">
              <Badge hue={hue}>{specialty}</Badge>
            </p>
          )}
        </div>
      </header>
      <div className="flex flex-col gap-1.5">
        <ContactSlot person={person} channel="phone" />
        <ContactSlot person={person} channel="email" />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Link
          to="/physician/$id"
          params={{ id: person.id }}
          preload={false}
          className={buttonClass({ size: 'sm' })}
        >
          Open profile
        </Link>
        <Button
          variant="primary"
          size="sm"
          data-restricted={isListRefused || undefined}
          onClick={() => void askForList([person.id])}
        >
          <ListPlus aria-hidden />
          Add to list
        </Button>
        {hasEmail(person.contacts) && (
          <Button
            size="sm"
            data-restricted={isEmailRefused || undefined}
            onClick={() => void askToEmail(person)}
          >
            <Mail aria-hidden />
            Send email
          </Button>
        )}
        {linkedIn && (
          <a
            href={linkedIn}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ size: 'sm', variant: 'ghost' })}
          >
            LinkedIn
            <ArrowUpRight aria-hidden />
          </a>
        )}
      </div>
      <FactSection title="Work" facts={professionalFacts(person, SAID_ABOVE)} />
      <FactSection title="Location" facts={locationFacts(person)} />
      <FactSection title="Education" facts={educationFacts(person.education)} isStacked />
      {skills.length > 0 && (
        <section aria-label="Skills" className="border-line border-t pt-4">
          <h3 className="mb-2 font-semibold">Skills</h3>
          <ul className="flex flex-wrap gap-1.5">
            {skills.map((skill) => (
              <li key={skill} className="flex max-w-full">
                <Chip label={skill} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {/* Last: its rows come later than the facts, which would jump. */}
      {mayWrite && (
        <section aria-label="Notes and history" className="border-line border-t pt-4">
          <h3 className="mb-2 font-semibold">Notes and history</h3>
          <InBrowser>
            <PersonOutreach person={{ id: person.id, name: fullName(person) }} />
          </InBrowser>
        </section>
      )}
    </article>
  )
}

function FactSection({
  title,
  facts,
  isStacked = false,
}: {
  title: string
  facts: readonly Fact[]
  isStacked?: boolean
}) {
  if (facts.length === 0) return null
  return (
    <section aria-label={title} className="border-line border-t pt-4">
      <h3 className="mb-2 font-semibold">{title}</h3>
      <dl className={isStacked ? 'flex flex-col gap-2' : 'grid grid-cols-[8rem_1fr] gap-y-1.5'}>
        {facts.map(({ label, value }) => (
          <div key={label} className={isStacked ? '' : 'col-span-2 grid grid-cols-subgrid'}>
            <dt className={isStacked ? '' : 'text-muted'}>{label}</dt>
            <dd className={isStacked ? 'text-muted' : 'min-w-0'}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
