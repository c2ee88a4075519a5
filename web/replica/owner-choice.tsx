import type { OwnTeamRow } from '#sync/contract/queries.ts'
import type { TeamAction } from '#sync/contract/team-permissions.ts'
import { Select } from '#web/ui/select.tsx'
import { useTeams } from './teams.ts'

/** The teams that the account may choose as the owner of a new row. @param action what their role allows. */
export function useOwnerChoices(action: TeamAction): readonly OwnTeamRow[] {
  const { teams, mayIn } = useTeams()
  return teams.filter(({ id }) => mayIn({ owner_id: id }, action))
}

/** Chooses the owner of a new row: the account, or a team. Renders nothing for an account without teams. */
export function OwnerChoice({
  label,
  own = 'Mine',
  action,
  team,
  onChange,
}: {
  label: string
  /** The label of the choice of the account itself. */
  own?: string
  /** What a role must allow for its team to be offered. */
  action: TeamAction
  /** Undefined for the account's own. */
  team: string | undefined
  onChange(team: string | undefined): void
}) {
  const open = useOwnerChoices(action)
  if (open.length === 0) return null
  return (
    <Select
      label={label}
      value={team ?? ''}
      onValueChange={(value) => onChange(value || undefined)}
      options={[
        { value: '', label: own },
        ...open.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
