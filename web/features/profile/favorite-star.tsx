import { Star } from 'lucide-react'
import { AppError } from '#sync/contract/errors.ts'
import { starErrorMessage } from '#web/lib/error-messages.ts'
import { plainKey, useKeyPress } from '#web/lib/use-key-press.ts'
import { mutate } from '#web/replica/replica.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { showDemoLimit } from '#web/session/demo-limit.ts'
import { useActor, useCan } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-store.ts'

/** Marks a person as a favorite on all devices, where the plan includes favorites. */
export function FavoriteStar({ personId }: { personId: string }) {
  const { role } = useActor()
  const canSave = useCan('candidates.save')
  if (!canSave && role !== 'demo') return null
  return <StarButton candidate_id={personId} canSave={canSave} />
}

function StarButton({ candidate_id, canSave }: { candidate_id: string; canSave: boolean }) {
  const { rows } = useLiveQuery('candidates.one', { candidate_id })
  const starred = rows[0]?.starred ?? false

  async function handleClick() {
    if (!canSave) return showDemoLimit()
    try {
      await mutate('candidates.star', { candidate_id, starred: !starred })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      showToast({ ...starErrorMessage(error), tone: 'danger' })
    }
  }

  useKeyPress((press) => {
    const isOurs = plainKey(press) === 's'
    if (isOurs) void handleClick()
    return isOurs
  })

  return (
    <IconButton
      label="Favorite"
      tooltip="Favorite (S)"
      aria-keyshortcuts="S"
      icon={Star}
      isActive={starred}
      className="aria-pressed:[&_svg]:fill-current"
      onClick={() => void handleClick()}
    />
  )
}
