import { FolderInput } from 'lucide-react'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { useListRights } from '#web/lib/list-rights.ts'
import { useTeams } from '#web/replica/teams.ts'
import { ChoiceButton } from '#web/ui/choice-button.tsx'
import { type ListAddress, moveList } from './list-actions.ts'

/** Moves a list between the account and its teams. Shows nothing where the list must stay. */
export function MoveList({
  list,
  onMoved,
}: {
  list: ListSummary
  onMoved?(to: ListAddress): void
}) {
  const { teams, teamOf, mayIn } = useTeams()
  const { mayDelete } = useListRights(list)
  if (!mayDelete) return null
  const targets = teamOf(list)
    ? [null]
    : teams.filter(({ id }) => mayIn({ owner_id: id }, 'lists.write'))
  return (
    <ChoiceButton
      icon={FolderInput}
      choices={targets.map((team) => ({ value: team, label: team?.name ?? 'my own lists' }))}
      label={(target = 'a team') => `Move ${list.name} to ${target}`}
      tooltip={(target = 'a team') => `Move to ${target}`}
      onChoose={async (team) => {
        const moved = await moveList(list, team)
        if (moved) onMoved?.(moved)
      }}
    />
  )
}
