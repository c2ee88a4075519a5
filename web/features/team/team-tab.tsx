import { Link } from '@tanstack/react-router'
import { Plus, UsersRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { TEAMS_MAX } from '#db/schema/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useCan } from '#web/session/session.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Select } from '#web/ui/select.tsx'
import { CreateTeam } from './create-team.tsx'
import { PaymentNotice } from './payment-notice.tsx'
import { TEAMS_FAILED } from './team-messages.ts'
import { TeamPanel } from './team-panel.tsx'
import { TeamSkeleton } from './team-skeleton.tsx'
import { useTeamPayment } from './use-team-payment.ts'

/**
 * The teams of the account, one shown at a time; read from the device, changed by plain calls.
 * @param team which one is shown first.
 * @param payment how its checkout ended: a session's id, or `PAYMENT_CANCELLED`.
 */
export function TeamTab({
  team: firstId,
  payment,
}: {
  team: string | undefined
  payment: string | undefined
}) {
  const { rows: teams, status, absence } = useLiveQuery('teams.mine', {})
  const canCreate = useCan('teams.create')
  const paid = useTeamPayment(payment)
  const [isCreating, setIsCreating] = useState(false)
  const [chosenId, setChosenId] = useState(firstId)
  /** The id of a team that was created and whose rows are not on this device yet. */
  const [awaitedId, setAwaitedId] = useState<string>()
  const hasArrived = teams.some(({ id }) => id === awaitedId)
  const isAwaited = awaitedId !== undefined && !hasArrived
  const team = teams.find(({ id }) => id === chosenId) ?? teams[0]

  // Its rows may go again: the account can leave or close it.
  useEffect(() => {
    if (hasArrived) setAwaitedId(undefined)
  }, [hasArrived])

  function handleCreated(id: string) {
    setIsCreating(false)
    setAwaitedId(id)
    setChosenId(id)
  }

  const newTeam = canCreate && (
    <Button
      variant={teams.length === 0 ? 'primary' : 'secondary'}
      onClick={() => setIsCreating(true)}
    >
      <Plus aria-hidden />
      New team
    </Button>
  )

  return (
    <div className="max-w-160 pt-2">
      {status === 'failed' && (
        <ErrorPanel title={TEAMS_FAILED.title}>{TEAMS_FAILED.description}</ErrorPanel>
      )}
      {(status === 'loading' || isAwaited) && <TeamSkeleton />}
      {status === 'ready' && !team && !isAwaited && (
        <AbsentRows absence={absence} rows="teams" skeleton={<TeamSkeleton />}>
          <NoTeam canCreate={canCreate}>{newTeam}</NoTeam>
        </AbsentRows>
      )}
      {team && !isAwaited && (
        <>
          {teams.length > 1 && (
            <Select
              label="Team"
              value={team.id}
              onValueChange={setChosenId}
              options={teams.map(({ id, name }) => ({ value: id, label: name }))}
              className="mb-6"
            />
          )}
          {paid && team.id === firstId && <PaymentNotice state={paid} />}
          <TeamPanel
            key={team.id}
            team={team}
            isPaymentChecked={paid !== 'checking' || team.id !== firstId}
          >
            {newTeam && teams.length < TEAMS_MAX && (
              <div className="mt-10 border-line border-t pt-6">{newTeam}</div>
            )}
          </TeamPanel>
        </>
      )}
      {isCreating && <CreateTeam onCreated={handleCreated} onClose={() => setIsCreating(false)} />}
    </div>
  )
}

function NoTeam({ canCreate, children }: { canCreate: boolean; children: ReactNode }) {
  return (
    <EmptyState
      icon={UsersRound}
      title="You are in no team yet"
      action={
        children || (
          <Link to="/pricing" className={buttonClass()}>
            See the plans
          </Link>
        )
      }
    >
      {canCreate
        ? 'A team shares lists, searches and templates, on every member’s devices and with no network.'
        : 'Creating a team needs a Monthly or Annual plan. To join one, open the link in the invitation’s mail.'}
    </EmptyState>
  )
}
