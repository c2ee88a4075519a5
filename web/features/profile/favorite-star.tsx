import { Star } from 'lucide-react'
import { AppError } from '../../../sync/contract/errors.ts'
import { showDemoLimit } from '../../lib/demo-limit.ts'
import { starErrorMessage } from '../../lib/error-messages.ts'
import { mutate } from '../../lib/replica.ts'
import { useActor, useCan } from '../../lib/session.ts'
import { plainKey, useKeyPress } from '../../lib/use-key-press.ts'
import { useLiveQuery } from '../../lib/use-live-query.ts'
import { IconButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'

/** Keeps a person among the favorites of whoever may have some, on all their devices. */
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
