import { FolderInput } from 'lucide-react'
import { useState } from 'react'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import type { OwnTeamRow } from '#sync/contract/queries.ts'
import { useListRights } from '#web/lib/lists/list-rights.ts'
import { useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useActor } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceButton } from '#web/ui/choice-button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type ListAddress, moveList } from './list-actions.ts'

/** A team, or null for the account's own lists. */
type Target = Pick<OwnTeamRow, 'id' | 'name'> | null

/**
 * Moves a list between the account and its teams, after saying who will see it. Shows nothing where the
 * list must stay.
 */
export function MoveList({
  list,
  onMoved,
}: {
  list: ListSummary
  onMoved?(to: ListAddress): void
}) {
  const { teams, teamOf, mayIn } = useTeams()
  const { mayDelete } = useListRights(list)
  const [asked, setAsked] = useState<{ target: Target } | null>(null)
  if (!mayDelete) return null
  const targets: Target[] = teamOf(list)
    ? [null]
    : teams.filter(({ id }) => mayIn({ owner_id: id }, 'lists.write'))

  async function move(target: Target) {
    setAsked(null)
    const moved = await moveList(list, target)
    if (moved) onMoved?.(moved)
  }

  return (
    <>
      <ChoiceButton
        icon={FolderInput}
        choices={targets.map((target) => ({
          value: target,
          label: target?.name ?? 'my own lists',
        }))}
        label={(target = 'a team') => `Move ${list.name} to ${target}`}
        tooltip={(target = 'a team') => `Move to ${target}`}
        onChoose={(target) => setAsked({ target })}
      />
      {asked && (
        <MoveQuestion
          list={list}
          target={asked.target}
          onKeep={() => setAsked(null)}
          onConfirm={() => void move(asked.target)}
        />
      )}
    </>
  )
}

function MoveQuestion({
  list,
  target,
  onKeep,
  onConfirm,
}: {
  list: ListSummary
  target: Target
  onKeep(): void
  onConfirm(): void
}) {
  const { teamOf, mayIn } = useTeams()
  const { id: by } = useActor()
  const { rows, status } = useLiveQuery('lists.is_shared', {
    ...{ owner_id: list.owner_id, list_id: list.id, by: by ?? '' },
  })
  const team = teamOf(list)
  const needsManager = team && !mayIn(list, 'lists.delete')
  if (needsManager && status === 'loading') return null
  if (needsManager && rows.length > 0) {
    return (
      <Dialog
        isOpen
        onOpenChange={onKeep}
        size="sm"
        title={`“${list.name}” stays in ${team.name}`}
        description="Others have worked on it, and the team would lose what they did. An owner or a manager of the team can move it."
        footer={<Button onClick={onKeep}>Close</Button>}
      />
    )
  }
  return (
    <ConfirmDialog
      title={`Move “${list.name}” to ${target?.name ?? 'your own lists'}?`}
      keepLabel="Cancel"
      confirmLabel="Move list"
      confirmVariant="primary"
      onKeep={onKeep}
      onConfirm={onConfirm}
    >
      {target ? `Everybody in ${target.name}` : 'Only you'} will see the list, the people on it and
      their history.
    </ConfirmDialog>
  )
}
