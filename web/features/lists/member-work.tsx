import { History } from 'lucide-react'
import { useState } from 'react'
import type { PendingMutation } from '#sync/client/outbox/pending-mutation.ts'
import type { MemberInList } from '#sync/contract/list-queries.ts'
import { formatAgo } from '#web/lib/format-time.ts'
import { type OwnedList, useListRights } from '#web/lib/lists/list-rights.ts'
import { STAGE_OPTIONS, stageWord } from '#web/lib/people/stage-words.ts'
import { rejectionReason } from '#web/replica/sync-messages.ts'
import { useTeams } from '#web/replica/teams.ts'
import { useChoice } from '#web/replica/use-choice.ts'
import { useActor } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { assignMember, discardChange, setStage } from './list-actions.ts'
import { MemberTrail } from './member-trail.tsx'

/** For how long a stage that another member set just before is told and can be brought back. */
const JUST_BEFORE_MS = 60 * 60_000

/** How far a person has come, whose the person is, and the way there. */
export function MemberWork({
  list,
  member,
  name,
  refused,
}: {
  list: OwnedList
  member: MemberInList
  /** The person's. */
  name: string
  /** The last assignment of the person that was refused. */
  refused: PendingMutation | undefined
}) {
  const { teamOf, nameOf } = useTeams()
  const { mayStage } = useListRights(list)
  const [isTrailOpen, setIsTrailOpen] = useState(false)
  const { stage_by, stage_at } = member
  const [stage, choose] = useChoice(member.stage, (next) => setStage(list, member, next))
  const isTeams = teamOf(list) !== undefined
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      {mayStage ? (
        <Select
          label={`Stage of ${name}`}
          isLabelHidden
          value={stage ?? ''}
          onValueChange={(next) => choose((next || null) as MemberInList['stage'])}
          options={[{ value: '', label: stageWord(null) }, ...STAGE_OPTIONS]}
          className="max-w-44 grow basis-36 lg:w-40 lg:flex-none"
        />
      ) : (
        <span>{stageWord(member.stage)}</span>
      )}
      {isTeams && <Assignee list={list} member={member} name={name} />}
      <IconButton
        label={`History of ${name}`}
        tooltip="Notes and history"
        icon={History}
        size="sm"
        className="text-muted"
        onClick={() => setIsTrailOpen(true)}
      />
      {stage_at && (
        <span className="text-muted tabular-nums">
          {isTeams && `${nameOf(list, stage_by)}, `}
          {formatAgo(stage_at)}
        </span>
      )}
      <StageBefore list={list} member={member} />
      {refused && <RefusedAssignment list={list} refused={refused} />}
      {isTrailOpen && (
        <MemberTrail
          list={list}
          candidateId={member.candidate_id}
          name={name}
          onClose={() => setIsTrailOpen(false)}
        />
      )}
    </div>
  )
}

/** What a team-mate had said just before this account changed it, with the way back. */
function StageBefore({ list, member }: { list: OwnedList; member: MemberInList }) {
  const { nameOf } = useTeams()
  const { id: accountId } = useActor()
  const { stage_before: before, stage_by, stage_at } = member
  if (!before || !stage_at || stage_by !== accountId || before.created_by === accountId) return null
  const at = new Date(before.created_at)
  if (stage_at.getTime() - at.getTime() > JUST_BEFORE_MS) return null
  return (
    <p className="text-sm">
      was {stageWord(before.value)} ({nameOf(list, before.created_by)}, {formatAgo(at)}){' '}
      <button
        type="button"
        className="font-medium text-accent hover:underline"
        onClick={() => void setStage(list, member, before.value as MemberInList['stage'])}
      >
        Undo
      </button>
    </p>
  )
}

/** Why an assignment that was made here did not hold; the Sync panel says it, too. */
function RefusedAssignment({ list, refused }: { list: OwnedList; refused: PendingMutation }) {
  const { authorOf } = useTeams()
  if (refused.state.kind !== 'rejected') return null
  return (
    <p role="status" className="text-sm">
      {rejectionReason(refused.state, authorOf(list, refused.state))}{' '}
      <button
        type="button"
        className="hit-area font-medium text-accent hover:underline"
        onClick={() => void discardChange(refused)}
      >
        OK
      </button>
    </p>
  )
}

function Assignee({ list, member, name }: { list: OwnedList; member: MemberInList; name: string }) {
  const { membersOf, nameOf } = useTeams()
  const { id: accountId } = useActor()
  const { mayStage, mayAssign } = useListRights(list)
  const [assigned_to, assign] = useChoice(member.assigned_to, (next, previous) =>
    assignMember(list, { ...member, assigned_to: previous }, next),
  )
  const mayChange = mayAssign || (mayStage && (assigned_to ?? accountId) === accountId)
  if (!mayChange) {
    return assigned_to ? <span className="text-muted">{nameOf(list, assigned_to)}</span> : null
  }
  const others = mayAssign ? membersOf(list).filter(({ user_id }) => user_id !== accountId) : []
  return (
    <Select
      label={`Assigned to, for ${name}`}
      isLabelHidden
      value={assigned_to ?? ''}
      onValueChange={(next) => assign(next || null)}
      options={[
        { value: '', label: 'Not assigned' },
        { value: accountId ?? '', label: 'Me' },
        ...others.map(({ user_id, display_name }) => ({
          value: user_id ?? '',
          label: display_name,
        })),
      ]}
      className="max-w-44 grow basis-36 lg:w-40 lg:flex-none"
    />
  )
}
