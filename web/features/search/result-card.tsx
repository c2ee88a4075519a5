import { Link } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, useRef } from 'react'
import type { Candidate } from '../../../db/schema/candidates.ts'
import { fullName, initials, linkedInUrl, placeOf } from '../../lib/candidate-facts.ts'
import { presentText, presentTexts } from '../../lib/format.ts'
import { specialtyGroup } from '../../lib/specialty-group.ts'
import { useProxyValue } from '../../lib/use-proxy-value.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ContactSlot } from './contact-slot.tsx'
import { cardId, searchView } from './search-view.ts'
import { toggleSelected, useIsSelected } from './selection-store.ts'
import { summarizeSkills } from './skills.ts'

const ICON_LINK = `${buttonClass({ variant: 'ghost', size: 'sm' })} w-8 px-0 group-data-[density=compact]/list:md:h-7 pointer-coarse:size-11 pointer-coarse:group-data-[density=compact]/list:md:h-11`

/**
 * One person of the results. It reads for itself whether it is selected or focused, so that a change
 * renders the cards concerned and no other.
 * @param isFirst Tab reaches the first card, and the one focused last.
 */
export const ResultCard = memo(function ResultCard({
  person,
  isFirst,
  onOpen,
}: {
  person: Candidate
  isFirst: boolean
  /** Opens the person, where a click on the card should do more than focus it. */
  onOpen(person: Candidate): void
}) {
  const isSelected = useIsSelected(person.id)
  const isFocused = useProxyValue(searchView, ({ focusedId }) => focusedId === person.id)
  const profileLink = useRef<HTMLAnchorElement>(null)
  const name = fullName(person)
  const credential = presentText(person.credential)
  const specialty = presentText(person.specialty)
  const work = presentTexts([person.title, person.organization])
  const hue = specialtyGroup(specialty)

  function handleClick(event: MouseEvent<HTMLElement>) {
    const isControl = (event.target as HTMLElement).closest('a, button, label')
    if (!isControl) onOpen(person)
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Enter' && event.target === event.currentTarget) profileLink.current?.click()
  }

  return (
    <li>
      <article
        id={cardId(person.id)}
        tabIndex={isFocused || isFirst ? 0 : -1}
        aria-labelledby={`${cardId(person.id)}-name`}
        data-selected={isSelected || undefined}
        data-focused={isFocused || undefined}
        onClick={handleClick}
        onKeyDown={handleKeyDown}
        onFocus={() => {
          searchView.focusedId = person.id
        }}
        className="relative grid scroll-mt-48 scroll-mb-24 grid-cols-[auto_auto_minmax(0,1fr)] items-start gap-x-3 gap-y-3 border-line border-b px-3 py-4 -outline-offset-2 transition-colors before:absolute before:inset-y-0 before:left-0 before:w-0.5 hover:bg-wash/60 data-[focused]:before:bg-accent data-[selected]:bg-accent-wash md:h-24 md:items-center md:grid-cols-[auto_auto_minmax(0,1fr)_auto] md:py-0 group-data-[density=compact]/list:md:h-16 pointer-coarse:md:h-28 pointer-coarse:group-data-[density=compact]/list:md:h-28"
      >
        <Checkbox
          label={`Select ${name}`}
          isLabelHidden
          checked={isSelected}
          onCheckedChange={() => toggleSelected(person.id)}
        />
        <span className="md:@max-[640px]:-mr-3 md:@max-[640px]:w-0 md:@max-[640px]:overflow-hidden">
          <Avatar initials={initials(person)} hue={hue} />
        </span>
        <div className="min-w-0 text-sm">
          <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 md:flex-nowrap">
            <Link
              ref={profileLink}
              to="/physician/$id"
              params={{ id: person.id }}
              preload={false}
              id={`${cardId(person.id)}-name`}
              className="min-w-0 rounded-[4px] font-semibold text-base [overflow-wrap:anywhere] hover:underline md:truncate"
            >
              {name}
            </Link>
            {credential && (
              <span className="min-w-0 shrink-[50] truncate text-muted">{credential}</span>
            )}
            {specialty && (
              <span className="flex min-w-12 max-w-full shrink-[50]">
                <Badge hue={hue}>{specialty}</Badge>
              </span>
            )}
          </p>
          <div className="flex flex-col group-data-[density=compact]/list:md:flex-row group-data-[density=compact]/list:md:gap-x-2">
            <p className="line-clamp-2 min-w-0 md:line-clamp-1">{work.join(', ')}</p>
            <p className="truncate text-muted group-data-[density=compact]/list:md:shrink-0">
              {placeOf(person)}
            </p>
          </div>
          <Skills skills={person.skills} />
        </div>
        <div className="col-span-3 grid grid-cols-[minmax(0,1fr)_auto] gap-1 md:col-span-1 md:grid-cols-[11rem_auto] md:@min-[640px]:grid-cols-[13rem_auto] group-data-[density=compact]/list:md:gap-y-0.5">
          <ContactSlot person={person} channel="phone" />
          <LinkedInLink person={person} name={name} />
          <ContactSlot person={person} channel="email" />
          <Link
            to="/physician/$id"
            params={{ id: person.id }}
            preload={false}
            aria-label={`Profile of ${name}`}
            title="Profile"
            className={ICON_LINK}
          >
            <UserRound aria-hidden strokeWidth={1.75} />
          </Link>
        </div>
      </article>
    </li>
  )
})

function Skills({ skills }: { skills: readonly string[] }) {
  const { shown, moreCount } = summarizeSkills(skills)
  if (shown.length === 0) return null
  return (
    <p className="flex gap-2 text-muted text-xs leading-5 group-data-[density=compact]/list:md:hidden">
      <span className="truncate">{shown.join(' · ')}</span>
      {moreCount > 0 && <span className="shrink-0">+{moreCount} more</span>}
    </p>
  )
}

function LinkedInLink({ person, name }: { person: Candidate; name: string }) {
  const url = linkedInUrl(person)
  const icon = (
    <span aria-hidden className="font-bold">
      in
    </span>
  )
  if (!url) {
    return (
      <button
        type="button"
        disabled
        aria-label={`LinkedIn of ${name}: not available`}
        className={ICON_LINK}
      >
        {icon}
      </button>
    )
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`LinkedIn of ${name}`}
      title="LinkedIn"
      className={ICON_LINK}
    >
      {icon}
    </a>
  )
}
