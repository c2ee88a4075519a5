import { Milestone, UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { useListRights } from '#web/lib/lists/list-rights.ts'
import { STAGE_OPTIONS, stageWord } from '#web/lib/people/stage-words.ts'
import { useTeams } from '#web/replica/teams.ts'
import { useActor } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem, MenuLabel } from '#web/ui/dropdown-menu.tsx'
import { assignMany, stageMany } from './choose-for-many.ts'

/**
 * Chooses a stage and, on a team's list, an assignee for the people who are selected.
 * @param isOne whether both share one button: two more have no room in a phone's action bar.
 */
export function WorkMenu({
  list,
  selected,
  isOne,
}: {
  list: ListSummary
  selected: ReadonlySet<string>
  isOne: boolean
}) {
  const { teamOf } = useTeams()
  const { mayStage, mayAssign } = useListRights(list)
  if (selected.size === 0) return null
  const people = [...selected]
  const stages = mayStage && <StageItems list={list} people={people} />
  const assignees = teamOf(list) !== undefined && (mayStage || mayAssign) && (
    <AssigneeItems list={list} people={people} mayAssign={mayAssign} />
  )
  if (isOne && stages && assignees) {
    return (
      <Menu icon={<Milestone aria-hidden />} label="Stage and assign">
        <MenuLabel>Stage</MenuLabel>
        {stages}
        <MenuLabel>Assign</MenuLabel>
        {assignees}
      </Menu>
    )
  }
  return (
    <>
      {stages && (
        <Menu icon={<Milestone aria-hidden />} label="Stage">
          {stages}
        </Menu>
      )}
      {assignees && (
        <Menu icon={<UserRoundCheck aria-hidden />} label="Assign">
          {assignees}
        </Menu>
      )}
    </>
  )
}

function Menu({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" data-tooltip={`${label} all who are selected`}>
          {icon}
          {/* A phone's action bar and a tablet's toolbar have room for the icon alone. */}
          <span className="max-lg:sr-only">{label}</span>
        </Button>
      }
    >
      {children}
    </DropdownMenu>
  )
}

interface ItemsProps {
  list: ListSummary
  people: readonly string[]
}

function StageItems({ list, people }: ItemsProps) {
  return [null, ...STAGE_OPTIONS.map(({ value }) => value)].map((stage) => (
    <MenuItem key={stage} onSelect={() => void stageMany(list, people, stage)}>
      {stageWord(stage)}
    </MenuItem>
  ))
}

function AssigneeItems({ list, people, mayAssign }: ItemsProps & { mayAssign: boolean }) {
  const { membersOf } = useTeams()
  const { id: accountId } = useActor()
  const others = mayAssign ? membersOf(list).filter(({ user_id }) => user_id !== accountId) : []
  const choices = [
    { value: null, label: 'Not assigned' },
    { value: accountId, label: 'Me' },
    ...others.map(({ user_id, display_name }) => ({ value: user_id, label: display_name })),
  ]
  return choices.map(({ value, label }) => (
    <MenuItem
      key={value}
      className="max-w-72"
      onSelect={() => void assignMany(list, people, value, mayAssign)}
    >
      <span className="truncate">{label}</span>
    </MenuItem>
  ))
}
