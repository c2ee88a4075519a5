import { Link } from '@tanstack/react-router'
import { ListPlus, Mail, UserRound } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, type RefObject, useMemo, useRef } from 'react'
import type { Candidate } from '#api/contract/candidates.ts'
import type { Reading } from '#api/contract/search.ts'
import type { NewsKind } from '#db/schema/watch-words.ts'
import { presentText } from '#web/lib/format.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { askForList } from '#web/lib/lists/ask-for-list.ts'
import { fullName, initials, linkedInUrl, placeOf } from '#web/lib/people/candidate-facts.ts'
import { type SpecialtyGroup, specialtyGroup } from '#web/lib/people/specialty-group.ts'
import { usePersonRefusals } from '#web/lib/people/use-person-refusals.ts'
import { NEWS_WORDS } from '#web/lib/searches/news-words.ts'
import { askToEmail, hasEmail } from '#web/outreach/ask-to-email.ts'
import { TouchLine } from '#web/outreach/touch-line.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ContactSlot } from './contact-slot.tsx'
import { MarkedSkills } from './marked-skills.tsx'
import { MarkedText } from './marked-text.tsx'
import { matchMarks } from './match-marks.ts'
import { cardId, searchView } from './search-view.ts'
import { toggleSelected, useIsSelected } from './selection-store.ts'

const ICON_LINK = `${buttonClass({ variant: 'ghost', size: 'sm' })} w-8 place-self-center px-0 compact:h-7 pointer-coarse:size-11 pointer-coarse:compact:h-11`

const CARD = classNames(
  'relative scroll-mt-48 scroll-mb-24 border-line border-b px-4 -outline-offset-2',
  'before:absolute before:inset-y-0 before:left-0 before:w-0.5 data-[focused]:before:bg-accent xl:data-[previewed]:before:bg-accent',
  'hover:bg-wash/60 data-[selected]:bg-accent-wash',
  'grid grid-cols-[minmax(0,1fr)_2.75rem_2.75rem] grid-rows-[2.75rem_minmax(2.75rem,auto)_auto] gap-y-1 py-1.5',
  'sm:min-h-24 sm:grid-cols-[auto_auto_minmax(0,1fr)_auto] sm:grid-rows-1 sm:items-center sm:gap-x-3 sm:px-3 sm:py-0.5',
  'compact:min-h-16 compact:py-0 pointer-coarse:sm:min-h-28 pointer-coarse:compact:min-h-18',
)

/**
 * On a phone both contacts are side by side until they are revealed, then stacked, with the actions in
 * one square at the right; on a desktop they are stacked. A compact card for touch has them in one row,
 * and in a narrow list hides them where they would crush the name.
 */
const ACTIONS = classNames(
  'contents sm:grid sm:grid-flow-col sm:grid-cols-[11rem_auto] sm:grid-rows-[auto_auto] sm:gap-1 sm:min-h-21 sm:@min-[39rem]:grid-cols-[14rem_auto] sm:@min-[47rem]:grid-cols-[15.5rem_auto]',
  'compact:min-h-0 compact:gap-y-px pointer-coarse:compact:grid-cols-[9rem_9rem_auto_auto_auto] pointer-coarse:compact:grid-rows-1',
  'pointer-coarse:compact:@max-[40rem]:grid-cols-[6.75rem_6.75rem_auto]',
)
const CRUSHED = 'pointer-coarse:compact:@max-[40rem]:hidden'
/** As high as fits three people over the tabs: the less there is to grow by once the contacts are stacked. */
const PHONE_SLOTS =
  'col-span-3 grid min-h-12.75 grid-cols-2 gap-1.5 has-data-revealed:grid-cols-1 has-data-revealed:gap-0.5 sm:contents'

/**
 * One person of the results. It reads for itself whether it is selected or focused, so that a change
 * renders only the cards concerned, and of them only what changes.
 * @param isFirst Tab reaches the first card, and the one focused last.
 */
export const ResultCard = memo(function ResultCard({
  person,
  readings,
  news,
  isFirst,
  onOpen,
}: {
  person: Candidate
  /** The query's readings: the card marks the words that matched. */
  readings: readonly Reading[]
  /** What became of the person, among the news of a watched search. */
  news?: readonly NewsKind[] | undefined
  isFirst: boolean
  /** Opens the person, where a click should do more than focus the card. */
  onOpen(person: Candidate): void
}) {
  const isSelected = useIsSelected(person.id)
  const isFocused = useProxyValue(searchView, ({ focusedId }) => focusedId === person.id)
  // Until a card is focused, a desktop's preview shows the first person.
  const isPreviewed = useProxyValue(searchView, ({ focusedId }) => isFirst && focusedId === null)
  const profileLink = useRef<HTMLAnchorElement>(null)

  function handleClick(event: MouseEvent<HTMLElement>) {
    const pressed = event.target as HTMLElement
    const isControl = pressed.closest('a, button, input, label')
    // The items of a card's menu are elsewhere in the document.
    if (!isControl && event.currentTarget.contains(pressed)) onOpen(person)
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
        data-previewed={isPreviewed || undefined}
        onClick={handleClick}
        onKeyDown={handleKeyDown}
        onFocus={() => {
          searchView.focusedId = person.id
        }}
        className={CARD}
      >
        <span className="flex max-sm:col-start-3 max-sm:row-start-1 max-sm:place-self-center">
          <Checkbox
            label={`Select ${fullName(person)}`}
            isLabelHidden
            checked={isSelected}
            onCheckedChange={() => toggleSelected(person.id)}
          />
        </span>
        <CardParts person={person} readings={readings} news={news} profileLink={profileLink} />
      </article>
    </li>
  )
})

/** A person's card but for the checkbox. */
const CardParts = memo(function CardParts({
  person,
  readings,
  news,
  profileLink,
}: {
  person: Candidate
  readings: readonly Reading[]
  news: readonly NewsKind[] | undefined
  profileLink: RefObject<HTMLAnchorElement | null>
}) {
  const hue = specialtyGroup(presentText(person.specialty))
  return (
    <>
      <span className="max-sm:hidden sm:@max-[40rem]:-mr-3 sm:@max-[40rem]:w-0 sm:@max-[40rem]:overflow-hidden">
        <Avatar initials={initials(person)} hue={hue} />
      </span>
      <MarkedFacts
        person={person}
        readings={readings}
        news={news}
        hue={hue}
        profileLink={profileLink}
      />
      <Actions person={person} />
    </>
  )
})

/** Who a person is, with the words that matched marked. */
function MarkedFacts({
  person,
  readings,
  news,
  hue,
  profileLink,
}: {
  person: Candidate
  readings: readonly Reading[]
  news: readonly NewsKind[] | undefined
  hue: SpecialtyGroup
  profileLink: RefObject<HTMLAnchorElement | null>
}) {
  const { place, zip } = placeOf(person)
  const marks = useMemo(() => matchMarks(person, readings), [person, readings])
  return (
    <div className="flex min-w-0 flex-col text-sm max-sm:leading-4.5 max-sm:col-start-1 max-sm:row-span-2 max-sm:row-start-1 max-sm:pr-2 sm:gap-0.5 compact:gap-0 compact:leading-4.5">
      <p className="flex min-w-0 items-baseline gap-x-2 max-md:flex-wrap">
        <Link
          ref={profileLink}
          to="/physician/$id"
          params={{ id: person.id }}
          preload={false}
          id={`${cardId(person.id)}-name`}
          className="min-w-0 rounded-[4px] font-semibold text-base [overflow-wrap:anywhere] hover:underline md:truncate"
        >
          <MarkedText parts={marks.name} />
        </Link>
        {marks.credential.length > 0 && (
          <span className="wrap-anywhere text-muted md:max-w-[50%] md:shrink-0 md:truncate">
            <MarkedText parts={marks.credential} />
          </span>
        )}
        {news && (
          <span className="shrink-0 whitespace-nowrap font-medium text-accent text-xs">
            {news.map((kind) => NEWS_WORDS[kind]).join(' · ')}
          </span>
        )}
      </p>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 compact:flex-nowrap">
        {marks.specialty.length > 0 && (
          <span className={`contents ${CRUSHED}`}>
            <span className="flex min-w-0 max-w-full">
              <Badge hue={hue}>
                <MarkedText parts={marks.specialty} />
              </Badge>
            </span>
            {marks.specialtyFor && <SynonymFor words={marks.specialtyFor} />}
          </span>
        )}
        <p className="wrap-anywhere max-w-full text-muted sm:shrink-0 sm:truncate compact:max-w-[55%] pointer-coarse:compact:@max-[40rem]:max-w-full">
          {place}
          {/* A phone has no room for it, nor has a list beside filters and preview. */}
          {zip && <span className="max-sm:hidden sm:@max-[50rem]:hidden"> {zip}</span>}
        </p>
      </div>
      <p className="line-clamp-2 sm:line-clamp-1">
        <MarkedText parts={marks.title} />
        {marks.title.length > 0 && marks.organization.length > 0 && ', '}
        <MarkedText parts={marks.organization} />
      </p>
      <TouchLine personId={person.id}>
        <MarkedSkills skills={marks.skills} />
      </TouchLine>
    </div>
  )
}

function Actions({ person }: { person: Candidate }) {
  const name = fullName(person)
  const { isListRefused, isEmailRefused } = usePersonRefusals()
  return (
    <div className={ACTIONS}>
      <div className={PHONE_SLOTS}>
        <ContactSlot person={person} channel="phone" />
        <ContactSlot person={person} channel="email" />
      </div>
      <button
        type="button"
        aria-label={`Add ${name} to a list`}
        title="Add to list"
        data-restricted={isListRefused || undefined}
        className={`${ICON_LINK} ${CRUSHED} max-sm:col-start-2 max-sm:row-start-1`}
        onClick={() => void askForList([person.id])}
      >
        <ListPlus aria-hidden strokeWidth={1.75} />
      </button>
      <button
        type="button"
        aria-label={`Send email to ${name}`}
        title="Send email"
        disabled={!hasEmail(person.contacts)}
        data-restricted={isEmailRefused || undefined}
        className={`${ICON_LINK} ${CRUSHED} max-sm:col-start-2 max-sm:row-start-2 max-sm:self-start sm:order-last sm:@max-[40rem]:hidden`}
        onClick={() => void askToEmail(person)}
      >
        <Mail aria-hidden strokeWidth={1.75} />
      </button>
      <LinkedInLink person={person} name={name} />
      <Link
        to="/physician/$id"
        params={{ id: person.id }}
        preload={false}
        aria-label={`Profile of ${name}`}
        title="Profile"
        // A narrow list has no third column; the name is a link there too.
        className={`${ICON_LINK} ${CRUSHED} max-sm:hidden sm:@max-[40rem]:hidden`}
      >
        <UserRound aria-hidden strokeWidth={1.75} />
      </Link>
    </div>
  )
}

/**
 * The typed word, where the specialty stands for it by another word. It fills the room that the place
 * leaves; where that is too small for a part of it that says anything, it wraps to a line out of sight.
 */
function SynonymFor({ words }: { words: string }) {
  return (
    <span className="order-last flex h-4 w-0 max-w-max grow flex-wrap overflow-hidden text-muted text-xs leading-4 before:h-4 before:w-px max-sm:sr-only">
      <span className="max-w-max grow basis-12 truncate">
        <span className="sr-only">, </span>for <em>{words}</em>
      </span>
    </span>
  )
}

function LinkedInLink({ person, name }: { person: Candidate; name: string }) {
  const url = linkedInUrl(person)
  const className = `${ICON_LINK} max-sm:col-start-3 max-sm:row-start-2 max-sm:self-start`
  const icon = <span aria-hidden className="font-bold before:content-['in']" />
  if (!url) {
    return (
      <button
        type="button"
        disabled
        aria-label={`LinkedIn of ${name}: not available`}
        className={className}
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
      className={className}
    >
      {icon}
    </a>
  )
}
