import type { ActivityRow } from '#db/schema/activities.ts'
import type { ListSummary } from '#sync/contract/queries.ts'
import { formatMoment, presentTexts } from '#web/lib/format.ts'
import { stageWord } from '#web/lib/stage-words.ts'
import { type Teams, useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** What was done with a person on a list, the last first. */
export function MemberTrail({
  list,
  candidateId,
  name,
  onClose,
}: {
  list: ListSummary
  candidateId: string
  name: string
  onClose(): void
}) {
  const { rows } = useLiveQuery('lists.trail', {
    owner_id: list.owner_id,
    list_id: list.id,
    candidate_id: candidateId,
  })
  const teams = useTeams()
  return (
    <Dialog isOpen onOpenChange={onClose} size="sm" title={`History of ${name}`}>
      <ol className="flex flex-col divide-y divide-line">
        {rows.map((activity) => (
          <li key={activity.id} className="py-2">
            <p>{wordsOf(activity, list, teams)}</p>
            <p className="text-muted text-sm tabular-nums">
              {presentTexts([
                teams.teamOf(list) ? teams.nameOf(list, activity.created_by) : null,
                formatMoment(activity.created_at.toISOString()),
              ]).join(', ')}
            </p>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

function wordsOf({ kind, value }: ActivityRow, list: ListSummary, { nameOf }: Teams): string {
  if (kind === 'stage') return stageWord(value)
  return value === null ? 'Not assigned any more' : `Assigned to ${nameOf(list, value)}`
}
