import { useState } from 'react'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { canInTeam } from '#sync/contract/team-permissions.ts'
import { formatPeople } from '#web/lib/format.ts'
import { withConfirmation } from '#web/session/confirm-identity.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { closeTeam, leaveTeam } from './team-client.ts'
import { TeamQuestion } from './team-question.tsx'
import { OUT_OF_REACH, whenRowsGo } from './team-words.ts'

interface LeaveOrCloseProps {
  team: OwnTeamRow
  /** Members at present. */
  memberCount: number
  isOnlyOwner: boolean
}

/** The two ends of a membership that a member brings about. */
export function LeaveOrClose({ team, memberCount, isOnlyOwner }: LeaveOrCloseProps) {
  const [asked, setAsked] = useState<'leave' | 'close'>()
  const canClose = canInTeam(team.role, 'team.close')
  const end = () => setAsked(undefined)
  return (
    <section aria-label={canClose ? 'Leave or close' : 'Leave'}>
      <h3 className="font-semibold">{canClose ? 'Leave or close' : 'Leave'}</h3>
      <p className="mt-1 text-muted">
        {canClose
          ? 'Lists that you made here stay with the team. Closing it ends it for everybody.'
          : 'Lists that you made here stay with the team.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => setAsked('leave')}>Leave the team</Button>
        {canClose && (
          <Button className="text-danger!" onClick={() => setAsked('close')}>
            Close the team
          </Button>
        )}
      </div>
      {asked === 'leave' &&
        (isOnlyOwner ? (
          <OnlyOwner team={team} onClose={end} />
        ) : (
          <LeaveDialog team={team} onClose={end} />
        ))}
      {asked === 'close' && <CloseDialog {...{ team, memberCount }} onClose={end} />}
    </section>
  )
}

interface EndDialogProps {
  team: OwnTeamRow
  onClose(): void
}

function OnlyOwner({ team, onClose }: EndDialogProps) {
  return (
    <TeamQuestion
      title="You are the only owner"
      description={`A team keeps an owner. Hand ${team.name} over to another member first, from the menu beside the name, or close it.`}
      keepLabel="Stay"
      onClose={onClose}
    />
  )
}

function LeaveDialog({ team, onClose }: EndDialogProps) {
  async function leave() {
    await leaveTeam(team.id)
    showToast({ title: `You have left ${team.name}`, tone: 'ok' })
    return true
  }

  return (
    <TeamQuestion
      title={`Leave ${team.name}?`}
      description={`Your devices lose the team’s lists ${whenRowsGo(team)}. ${OUT_OF_REACH}`}
      keepLabel="Stay"
      confirmLabel="Leave"
      onConfirm={leave}
      onClose={onClose}
    >
      <p>Access that the team pays for ends for you at once.</p>
      <p className="text-muted">
        Your own lists stay. You come back by a new invitation only; invitations that you sent end.
      </p>
    </TeamQuestion>
  )
}

function CloseDialog({ team, memberCount, onClose }: EndDialogProps & { memberCount: number }) {
  async function close() {
    const isClosed = (await withConfirmation(() => closeTeam(team.id))) !== undefined
    if (isClosed) showToast({ title: `${team.name} is closed`, tone: 'ok' })
    return isClosed
  }

  const whom =
    memberCount === 1 ? 'you, its only member' : `${formatPeople(memberCount)}, you among them`
  return (
    <TeamQuestion
      title={`Close ${team.name}?`}
      description={`It ends for ${whom}. Devices lose the team’s lists ${whenRowsGo(team)}. ${OUT_OF_REACH}`}
      keepLabel="Keep it"
      confirmLabel="Close for good"
      onConfirm={close}
      onClose={onClose}
    >
      <p>
        A paid plan of the team ends at once. The rest of its period is not paid back, except under
        the 30-Day Money Back Guarantee.
      </p>
      <p className="text-muted">
        Open invitations stop working. A closed team cannot be opened again here.
      </p>
    </TeamQuestion>
  )
}
