import type { TeamAction } from '#sync/contract/team-permissions.ts'
import { Select } from '#web/ui/select.tsx'
import { useTeams } from './teams.ts'

/** Whose a new row is: the account's, or a team's. Nothing to choose for an account without teams. */
export function OwnerChoice({
  label,
  action,
  team,
  onChange,
}: {
  label: string
  /** What a role must allow for its team to be offered. */
  action: TeamAction
  /** Undefined for the account's own. */
  team: string | undefined
  onChange(team: string | undefined): void
}) {
  const { teams, mayIn } = useTeams()
  const open = teams.filter(({ id }) => mayIn({ owner_id: id }, action))
  if (open.length === 0) return null
  return (
    <Select
      label={label}
      value={team ?? ''}
      onValueChange={(value) => onChange(value || undefined)}
      options={[
        { value: '', label: 'Mine' },
        ...open.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
