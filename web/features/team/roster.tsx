import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { membersWithoutSeat, type TeamMemberRow } from '#db/schema/teams.ts'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { canInTeam, removeActionOf } from '#sync/contract/team-permissions.ts'
import { ROLE_WORDS } from '#web/lib/account/team-roles.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { IconButton } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { MemberDevices } from './member-devices.tsx'
import { HandOverDialog, RemoveDialog, RoleDialog } from './member-dialogs.tsx'
import { useTeamDevices } from './use-team-devices.ts'

const DIALOGS = { role: RoleDialog, hand_over: HandOverDialog, remove: RemoveDialog } as const
type MemberAction = keyof typeof DIALOGS

/** Members by the time they joined, then those who left. */
export function Roster({
  team,
  members,
}: {
  team: OwnTeamRow
  /** Former ones among them. */
  members: readonly TeamMemberRow[]
}) {
  const maySeeDevices = canInTeam(team.role, 'team.remove')
  const devices = useTeamDevices(team.id, maySeeDevices)
  const [asked, setAsked] = useState<{ action: MemberAction; member: TeamMemberRow }>()
  const live = members.filter(({ ended_at }) => ended_at === null)
  const former = members.filter(({ ended_at }) => ended_at !== null)
  const seatless = membersWithoutSeat(live, team.seats)
  const isOnlyOwner = live.filter(({ role }) => role === 'owner').length === 1
  const AskedDialog = asked && DIALOGS[asked.action]
  return (
    <section aria-label="Members">
      <h3 className="font-semibold">Members</h3>
      <ul className="mt-2 border-line border-t">
        {live.map((member) => (
          <li
            key={member.id}
            className="flex min-h-16 items-center gap-2 border-line border-b py-2"
          >
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">
                <bdi className="font-medium">{member.display_name}</bdi>
                {member.id === team.member_id && <span className="text-muted"> (you)</span>}
              </p>
              <p className="text-muted text-sm">
                {ROLE_WORDS[member.role].name}
                <span aria-hidden> · </span>
                joined {formatDay(member.joined_at.toISOString())}
              </p>
              {seatless.has(member.id) && (
                <p className="text-sm text-warn">
                  Has no seat: the team’s plan is not open to them.
                </p>
              )}
              {maySeeDevices && <MemberDevices member={member} devices={devices} />}
            </div>
            <MemberMenu
              name={member.display_name}
              actions={actionsOn(member, team, isOnlyOwner)}
              onChoose={(action) => setAsked({ action, member })}
            />
          </li>
        ))}
        {former.map((member) => (
          <li key={member.id} className="min-h-16 border-line border-b py-2 text-muted">
            <p className="wrap-anywhere">
              <bdi>{member.display_name}</bdi> (left)
            </p>
            <p className="text-sm tabular-nums">
              {ROLE_WORDS[member.role].name}
              <span aria-hidden> · </span>
              {formatDay(member.joined_at.toISOString())} –{' '}
              {formatDay((member.ended_at ?? member.joined_at).toISOString())}
            </p>
            {maySeeDevices && <MemberDevices member={member} devices={devices} />}
          </li>
        ))}
      </ul>
      {asked && AskedDialog && (
        <AskedDialog team={team} member={asked.member} onClose={() => setAsked(undefined)} />
      )}
    </section>
  )
}

/** What the account's role allows to do with a member; nothing that the server would refuse. */
function actionsOn(
  member: TeamMemberRow,
  { role, member_id }: OwnTeamRow,
  isOnlyOwner: boolean,
): MemberAction[] {
  const isSelf = member.id === member_id
  const actions: MemberAction[] = []
  if (canInTeam(role, 'team.roles') && !(isSelf && isOnlyOwner)) actions.push('role')
  if (isSelf) return actions
  if (canInTeam(role, 'team.hand_over') && member.role !== 'owner') actions.push('hand_over')
  if (canInTeam(role, removeActionOf(member.role))) actions.push('remove')
  return actions
}

function MemberMenu({
  name,
  actions,
  onChoose,
}: {
  name: string
  actions: readonly MemberAction[]
  onChoose(action: MemberAction): void
}) {
  if (actions.length === 0) return null
  return (
    <DropdownMenu
      trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} tooltip="Actions" />}
    >
      {actions.includes('role') && (
        <MenuItem onSelect={() => onChoose('role')}>Change role…</MenuItem>
      )}
      {actions.includes('hand_over') && (
        <MenuItem onSelect={() => onChoose('hand_over')}>Hand the team over…</MenuItem>
      )}
      {actions.includes('remove') && (
        <>
          <MenuSeparator />
          <MenuItem tone="danger" onSelect={() => onChoose('remove')}>
            Remove from the team…
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  )
}
