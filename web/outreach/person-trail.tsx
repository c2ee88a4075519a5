import { EyeOff } from 'lucide-react'
import { type ActivityRow, touchKindOf } from '#db/schema/activities.ts'
import { presentTexts } from '#web/lib/format.ts'
import { formatMoment } from '#web/lib/format-time.ts'
import { keyOfRow } from '#web/lib/rows-in-use.ts'
import { isOwn, ownerArg, useTeams } from '#web/replica/teams.ts'
import { useActor } from '#web/session/session.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { redactActivity } from './activity-actions.ts'
import { dayWords } from './days.ts'
import { type OutreachPerson, showSheet } from './outreach-sheet-store.ts'
import { activityWords } from './touch-words.ts'

/** What was done with a person, by the account and its teams, the last first. */
export function PersonTrail({
  person,
  rows,
}: {
  person: OutreachPerson
  rows: readonly ActivityRow[]
}) {
  if (rows.length === 0) return null
  return (
    <ol aria-label="History" className="flex flex-col divide-y divide-line">
      {rows.map((activity) => (
        <Step key={keyOfRow(activity)} person={person} activity={activity} />
      ))}
    </ol>
  )
}

function Step({ person, activity }: { person: OutreachPerson; activity: ActivityRow }) {
  const teams = useTeams()
  const { id: accountId } = useActor()
  const { id, kind, value, words, next_on, created_by, happened_at, redacted_at } = activity
  const team = teams.teamOf(activity)
  const mayRedact =
    words !== null &&
    kind !== 'stop' &&
    (created_by === accountId || (team !== undefined && teams.mayIn(activity, 'outreach.manage')))
  const touch = touchKindOf(kind)
  const mayComplete =
    touch !== undefined &&
    value === null &&
    redacted_at === null &&
    created_by === accountId &&
    (isOwn(activity) || teams.mayIn(activity, 'outreach.write'))
  const ask = () => {
    if (!touch) return
    const before = { words, next_on }
    showSheet({ kind: 'outcome', touch, person, id, ...ownerArg(activity), before })
  }
  return (
    <li className="flex items-start gap-2 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium">{activityWords(activity, teams)}</p>
        {words && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{words}</p>}
        {redacted_at && kind !== 'call' && <p className="text-muted">Words were taken out.</p>}
        {next_on && kind !== 'next' && <p className="text-sm">Next step {dayWords(next_on)}</p>}
        <p className="text-muted text-sm tabular-nums">
          {presentTexts([
            team ? `${teams.nameOf(activity, created_by)} (${team.name})` : null,
            formatMoment(happened_at.toISOString()),
          ]).join(', ')}
        </p>
      </div>
      {mayComplete && (
        <Button
          size="sm"
          aria-label={`What came of it: ${activityWords(activity, teams)}`}
          onClick={ask}
        >
          What came of it
        </Button>
      )}
      {mayRedact && (
        <IconButton
          label={`Take the words out: ${words.slice(0, 40)}`}
          tooltip="Take the words out"
          icon={EyeOff}
          size="sm"
          className="text-muted"
          onClick={() => void redactActivity(activity)}
        />
      )}
    </li>
  )
}
