import { ArrowUpRight, ListPlus, Mail } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Candidate } from '#api/contract/candidates.ts'
import { presentText, presentTexts } from '#web/lib/format.ts'
import { plainKey, useKeyPress } from '#web/lib/hooks/use-key-press.ts'
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
import { ReportStates } from '#web/lib/people/report-contact.tsx'
import { specialtyGroup } from '#web/lib/people/specialty-group.ts'
import { usePersonRefusals } from '#web/lib/people/use-person-refusals.ts'
import { askToEmail, hasEmail } from '#web/outreach/ask-to-email.ts'
import { reveal } from '#web/replica/revealed-contacts.ts'
import { useActor } from '#web/session/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ContactButton } from './contact-button.tsx'
import { ExportProfile } from './export-profile.tsx'
import { FavoriteStar } from './favorite-star.tsx'

const PersonOutreach = lazyPart(
  async () => (await import('#web/outreach/person-outreach.tsx')).PersonOutreach,
)

const ProfileShortcuts = lazyPart(
  async () => (await import('./profile-shortcuts.tsx')).ProfileShortcuts,
)

/** Facts that the header shows. */
const SAID_ABOVE = ['Title', 'Level', 'Specialty']

/** All facts of one person; unknown ones are left out. */
export function ProfileView({ person }: { person: Candidate }) {
  const { isListRefused, isEmailRefused } = usePersonRefusals()
  const isSignedIn = useActor().id !== null
  const education = educationFacts(person.education)
  const [hasHelp, setHasHelp] = useState(false)
  useProfileKeys(person, () => setHasHelp(true))
  return (
    <article aria-labelledby="profile-name" className="flex flex-col gap-8">
      <ProfileHeader person={person} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 md:grid-cols-[20rem_minmax(0,1fr)]">
        <section aria-label="Contact" className="flex flex-col gap-2 md:sticky md:top-20">
          <ContactButton person={person} channel="email" />
          <ReportStates personId={person.id} channel="email" />
          <ContactButton person={person} channel="phone" />
          <ReportStates personId={person.id} channel="phone" />
          <Button
            variant="primary"
            className="w-full"
            aria-keyshortcuts="L"
            data-tooltip="Add to list (L)"
            data-restricted={isListRefused || undefined}
            onClick={() => void askForList([person.id])}
          >
            <ListPlus aria-hidden />
            Add to list
          </Button>
          {hasEmail(person.contacts) && (
            <Button
              className="w-full"
              aria-keyshortcuts="E"
              data-tooltip="Send email (E)"
              data-restricted={isEmailRefused || undefined}
              onClick={() => void askToEmail(person)}
            >
              <Mail aria-hidden />
              Send email
            </Button>
          )}
          <LinkedInButton person={person} />
          <ExportProfile person={person} />
        </section>
        <div className="flex min-w-0 flex-col gap-8">
          <FactList title="Professional Details" facts={professionalFacts(person, SAID_ABOVE)} />
          <FactList title="Location Information" facts={locationFacts(person)} />
          {education.length > 0 && (
            <Section title="Education">
              <ul className="flex flex-col gap-3">
                {education.map(({ label, value }) => (
                  <li key={`${label} ${value}`}>
                    <p className="font-medium">{label}</p>
                    {value && <p className="text-muted">{value}</p>}
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Skills skills={presentTexts(person.skills)} />
          {isSignedIn && (
            <Section title="Notes and history">
              <InBrowser>
                <PersonOutreach
                  key={person.id}
                  person={{ id: person.id, name: fullName(person) }}
                />
              </InBrowser>
            </Section>
          )}
        </div>
      </div>
      {hasHelp && <ProfileShortcuts onClose={() => setHasHelp(false)} />}
    </article>
  )
}

/** The search screen's shortcuts that concern one person; the star listens for its own. */
function useProfileKeys(person: Candidate, showHelp: () => void): void {
  useKeyPress((press) => {
    switch (plainKey(press)) {
      case 'l':
        void askForList([person.id])
        return true
      case 'e':
        void askToEmail(person)
        return true
      case 'r':
        if (person.contacts.length > 0) void reveal(person.id)
        return true
      case '?':
        showHelp()
        return true
      default:
        return false
    }
  })
}

function ProfileHeader({ person }: { person: Candidate }) {
  const specialty = specialtyOf(person)
  const hue = specialtyGroup(specialty)
  const role = presentTexts([person.title, person.title_level])
  return (
    <header className="flex items-start gap-5">
      <span className="narrow:hidden">
        <Avatar initials={initials(person)} hue={hue} size="lg" />
      </span>
      <div className="min-w-0 flex-1">
        <h1 id="profile-name" className="font-semibold text-lg md:text-xl">
          {fullName(person)}
          {presentText(person.credential) && (
            <span className="font-normal text-muted"> {person.credential}</span>
          )}
        </h1>
        <p className="text-md">{role.join(' · ')}</p>
        {specialty && (
          <p className="mt-2 flex">
            <Badge hue={hue}>{specialty}</Badge>
          </p>
        )}
      </div>
      {/* Its space is reserved: who may have favorites is known a moment later. */}
      <span className="size-10 shrink-0 pointer-coarse:size-11">
        <FavoriteStar personId={person.id} />
      </span>
    </header>
  )
}

function LinkedInButton({ person }: { person: Candidate }) {
  const url = linkedInUrl(person)
  const className = `${buttonClass({ variant: 'secondary' })} w-full`
  if (!url) {
    return (
      <button type="button" disabled className={className}>
        <ArrowUpRight aria-hidden />
        LinkedIn
        <span className="font-normal text-muted">not available</span>
      </button>
    )
  }
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={className}>
      <ArrowUpRight aria-hidden />
      LinkedIn
    </a>
  )
}

function FactList({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <Section title={title}>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted text-sm">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

function Skills({ skills }: { skills: readonly string[] }) {
  return (
    <Section title="Skills & Expertise">
      {skills.length === 0 ? (
        <p className="text-muted">No skills specified</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {skills.map((skill) => (
            <li key={skill} className="flex max-w-full">
              <Chip label={skill} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-line border-t pt-5">
      <h2 className="mb-4 font-semibold text-md">{title}</h2>
      {children}
    </section>
  )
}
