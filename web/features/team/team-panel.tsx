import type { ReactNode } from 'react'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { canInTeam } from '#sync/contract/team-permissions.ts'
import { ROLE_WORDS } from '#web/lib/account/team-roles.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Invitations } from './invitations.tsx'
import { LeaveOrClose } from './leave-or-close.tsx'
import { Roster } from './roster.tsx'
import { Seats } from './seats.tsx'
import { TeamSettings } from './team-settings.tsx'
import { seatsUsed } from './team-words.ts'

/** One team: who is in it, and what the account's role allows to change. */
export function TeamPanel({
  team,
  isPaymentChecked,
  children,
}: {
  team: OwnTeamRow
  /** False while a payment of the team is being looked up: its seats are not known before. */
  isPaymentChecked: boolean
  /** Shown below the team once its members are there: they would move it. */
  children?: ReactNode
}) {
  const { rows } = useLiveQuery('teams.roster', {})
  const isOnline = useOnline()
  const members = rows.filter(({ team_id }) => team_id === team.id)
  const live = members.filter(({ ended_at }) => ended_at === null)
  const viewers = live.filter(({ role }) => role === 'viewer').length
  const used = live.length - viewers
  const owners = live.filter(({ role }) => role === 'owner')
  // The team may arrive before its members.
  const hasArrived = live.some(({ id }) => id === team.member_id)
  return (
    <>
      <section aria-label={team.name} className="flex flex-col gap-10">
        <header>
          <h2 className="wrap-anywhere font-semibold text-lg">
            <bdi>{team.name}</bdi>
          </h2>
          <p className="mt-1 text-muted tabular-nums">
            You: {ROLE_WORDS[team.role].name}
            {hasArrived && (
              <>
                <span aria-hidden> · </span>
                {seatsUsed(used, team.seats)}
                {viewers > 0 && (
                  <>
                    <span aria-hidden> · </span>
                    {viewers === 1 ? '1 viewer' : `${viewers} viewers`}
                  </>
                )}
              </>
            )}
          </p>
          {!isOnline && (
            <p role="status" className="mt-3 rounded-sm bg-warn-wash px-3 py-2.5 text-sm text-warn">
              You are offline. This is the team as this device last knew it; changing it needs a
              connection.
            </p>
          )}
        </header>
        {/* Nothing below the members is shown before them: it would move. */}
        {hasArrived ? (
          <>
            <Roster team={team} members={members} />
            {canInTeam(team.role, 'team.invite') && (
              <Invitations team={team} members={rows} hasFreeSeat={used < team.seats} />
            )}
            {canInTeam(team.role, 'team.seats') && (
              <Seats team={team} used={used} isPaymentChecked={isPaymentChecked} />
            )}
            {canInTeam(team.role, 'team.settings') && <TeamSettings team={team} />}
            <LeaveOrClose
              team={team}
              memberCount={live.length}
              isOnlyOwner={owners.length === 1 && owners[0]?.id === team.member_id}
            />
          </>
        ) : (
          <div data-loading role="status" aria-label="Loading members">
            <Skeleton className="h-40" />
          </div>
        )}
      </section>
      {hasArrived && children}
    </>
  )
}
