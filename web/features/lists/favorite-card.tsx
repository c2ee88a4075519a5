import { ListPlus, Star } from 'lucide-react'
import { memo } from 'react'
import type { CandidateCard } from '#db/schema/candidate-card.ts'
import type { StarredPerson } from '#sync/contract/queries.ts'
import { passesGate } from '#web/lib/account/show-gate.ts'
import { STARS_NEED_PLAN } from '#web/lib/error-messages.ts'
import { askForList } from '#web/lib/lists/ask-for-list.ts'
import { fullName } from '#web/lib/people/candidate-facts.ts'
import { starPerson } from '#web/lib/people/star-person.ts'
import { usePersonRefusals } from '#web/lib/people/use-person-refusals.ts'
import { TouchLine } from '#web/outreach/touch-line.tsx'
import { useIsRefused } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { showToast, UNDO_MS } from '#web/ui/toast-store.ts'
import { PersonCard, PersonParts, PersonSkeleton } from './person-card.tsx'

export type Favorite = Omit<StarredPerson, 'total'>

/** A person whom the account starred. Renders again as a member of a list does. */
export const FavoriteCard = memo(function FavoriteCard({
  person,
  isSelected,
  onSelect,
}: {
  person: Favorite
  isSelected: boolean
  onSelect(id: string, isSelected: boolean): void
}) {
  const { candidate_id: id, card } = person
  if (!card) return <PersonSkeleton />
  return (
    <PersonCard {...{ id, card, isSelected, onSelect }}>
      <FavoriteParts person={person} card={card} onSelect={onSelect} />
    </PersonCard>
  )
})

/** A favorite's card but for the checkbox. */
const FavoriteParts = memo(function FavoriteParts({
  person,
  card,
  onSelect,
}: {
  person: Favorite
  card: CandidateCard
  onSelect(id: string, isSelected: boolean): void
}) {
  const { candidate_id: id, note } = person
  const { isListRefused } = usePersonRefusals()
  const isStarRefused = useIsRefused('candidates.save')
  const name = fullName(card)
  async function handleUnstar() {
    // Who is here no more is not among those selected.
    if (await removeFavorite(person, name)) onSelect(id, false)
  }
  return (
    <PersonParts
      {...{ id, card }}
      profile="/physician/$id"
      actions={
        <div className="flex gap-1">
          <IconButton
            label={`Add ${name} to a list`}
            tooltip="Add to list"
            icon={ListPlus}
            size="sm"
            className="pointer-coarse:w-11"
            data-restricted={isListRefused || undefined}
            onClick={() => void askForList([id])}
          />
          <IconButton
            label={`Remove ${name} from Favorites`}
            tooltip="Remove from Favorites"
            icon={Star}
            size="sm"
            className="pointer-coarse:w-11 [&_svg]:fill-current not-data-restricted:[&_svg]:text-accent"
            data-restricted={isStarRefused || undefined}
            onClick={() => void handleUnstar()}
          />
        </div>
      }
    >
      {note !== null && (
        <p className="mt-1 line-clamp-2 border-line-strong border-l-2 pl-2 [overflow-wrap:anywhere]">
          <span className="sr-only">Private note: </span>
          {note}
        </p>
      )}
      <TouchLine personId={id} className="mt-1" />
    </PersonParts>
  )
})

/** Takes the star off, with an offer to put it back. @returns whether it is off. */
async function removeFavorite(
  { candidate_id, created_at }: Favorite,
  name: string,
): Promise<boolean> {
  if (!passesGate('candidates.save', { plan: STARS_NEED_PLAN })) return false
  const isOff = await starPerson(candidate_id, false)
  if (isOff) {
    showToast({
      title: 'Removed from Favorites',
      description: name,
      tone: 'ok',
      durationMs: UNDO_MS,
      action: { label: 'Undo', onPress: () => void starPerson(candidate_id, true, created_at) },
    })
  }
  return isOff
}
