import { Star } from 'lucide-react'
import { plainKey, useKeyPress } from '#web/lib/hooks/use-key-press.ts'
import { starPerson } from '#web/lib/people/star-person.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { useGate } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'

/** Marks a person as a favorite on all devices, where the plan includes favorites. */
export function FavoriteStar({ personId }: { personId: string }) {
  const gate = useGate('candidates.save')
  if (gate === 'sign_in' || gate === 'plan') return null
  return <StarButton candidate_id={personId} isRestricted={gate === 'demo'} />
}

function StarButton({
  candidate_id,
  isRestricted,
}: {
  candidate_id: string
  isRestricted: boolean
}) {
  const { rows } = useLiveQuery('candidates.one', { candidate_id })
  const starred = rows[0]?.starred ?? false

  async function handleClick() {
    if (isRestricted) return showDemoLimit()
    await starPerson(candidate_id, !starred)
  }

  useKeyPress((press) => {
    const isOurs = plainKey(press) === 's'
    if (isOurs) void handleClick()
    return isOurs
  })

  return (
    <IconButton
      label="Favorite"
      tooltip={starred ? 'Kept under Lists, Favorites (S)' : 'Favorite (S)'}
      aria-keyshortcuts="S"
      icon={Star}
      isActive={starred}
      className="aria-pressed:[&_svg]:fill-current"
      onClick={() => void handleClick()}
    />
  )
}
