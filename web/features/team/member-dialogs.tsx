import { useState } from 'react'
import { TEAM_ROLES, type TeamMemberRow, type TeamRole } from '#db/schema/teams.ts'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { ROLE_WORDS, roleOptions } from '#web/lib/account/team-roles.ts'
import { withConfirmation } from '#web/session/confirm-identity.ts'
import { Select } from '#web/ui/select.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { changeRole, handOverTeam, removeMember } from './team-client.ts'
import { TeamQuestion } from './team-question.tsx'
import { OUT_OF_REACH, whenRowsGo } from './team-words.ts'

interface MemberDialogProps {
  team: OwnTeamRow
  member: TeamMemberRow
  onClose(): void
}

export function RoleDialog({ team, member, onClose }: MemberDialogProps) {
  const [role, setRole] = useState<TeamRole>(member.role)
  const name = member.display_name

  async function save() {
    if (role === member.role) return true
    await changeRole(team.id, member.id, role)
    showToast({ title: `${name}: ${ROLE_WORDS[role].name}`, tone: 'ok' })
    return true
  }

  return (
    <TeamQuestion
      title={`Role of ${name}`}
      description="It holds at once, on every device."
      keepLabel="Cancel"
      confirmLabel="Change role"
      variant="primary"
      onConfirm={save}
      onClose={onClose}
    >
      <Select
        label="Role"
        value={role}
        onValueChange={(value) => setRole(TEAM_ROLES.find((each) => each === value) ?? role)}
        options={roleOptions(TEAM_ROLES)}
        hint={ROLE_WORDS[role].may}
      />
    </TeamQuestion>
  )
}

export function RemoveDialog({ team, member, onClose }: MemberDialogProps) {
  const name = member.display_name

  async function remove() {
    await removeMember(team.id, member.id)
    showToast({ title: `${name} is removed from ${team.name}`, tone: 'ok' })
    return true
  }

  return (
    <TeamQuestion
      title={`Remove ${name} from ${team.name}?`}
      description={`${name}’s devices lose the team’s lists ${whenRowsGo(team)}. ${OUT_OF_REACH}`}
      keepLabel={`Keep ${name}`}
      confirmLabel="Remove"
      onConfirm={remove}
      onClose={onClose}
    >
      <p className="text-muted">
        What {name} did stays in the team, under the name “{name} (left)”. Invitations that {name}{' '}
        sent end.
      </p>
    </TeamQuestion>
  )
}

export function HandOverDialog({ team, member, onClose }: MemberDialogProps) {
  const name = member.display_name

  async function handOver() {
    const isDone = (await withConfirmation(() => handOverTeam(team.id, member.id))) !== undefined
    if (isDone) showToast({ title: `${name} owns ${team.name} now`, tone: 'ok' })
    return isDone
  }

  return (
    <TeamQuestion
      title={`Hand ${team.name} over to ${name}?`}
      description={`${name} becomes the owner, and you a manager. Roles, managers, seats and closing the team are then ${name}’s to decide: only ${name} can hand it back.`}
      keepLabel="Keep it"
      confirmLabel="Hand over"
      onConfirm={handOver}
      onClose={onClose}
    >
      <p>The plan goes on with the card that pays for it now.</p>
    </TeamQuestion>
  )
}
