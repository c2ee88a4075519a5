import { Search } from 'lucide-react'
import { OF_LATE_DAYS } from '#db/schema/activities.ts'
import type { ListSummary, MemberTouches } from '#sync/contract/list-queries.ts'
import { STAGE_OPTIONS, stageWord } from '#web/lib/people/stage-words.ts'
import { useTeams } from '#web/replica/teams.ts'
import { useActor } from '#web/session/session.ts'
import { Select, type SelectProps } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { OrderName } from './member-order.ts'
import { MemberSortChoice } from './member-sort.tsx'
import { SelectionActions } from './selection-actions.tsx'
import { type PeopleSelection, SelectionRow } from './selection-row.tsx'

/** The members of a list that are shown: by filters, empty for all, and a page of those. */
export const NO_FILTERS = { text: '', stage: '', assignee: '', touches: '', page: 1 }

export type MemberFilters = typeof NO_FILTERS

const TOUCHES: { value: MemberTouches | ''; label: string }[] = [
  { value: '', label: 'Any contact' },
  { value: 'never', label: 'Never touched' },
  { value: 'not_of_late', label: `Not in ${OF_LATE_DAYS} days` },
  { value: 'stopped', label: 'Do not contact' },
]

const STAGES = [
  { value: '', label: 'Every stage' },
  { value: 'none', label: stageWord(null) },
  ...STAGE_OPTIONS,
]

/** Selects, filters and sorts a list's members, and acts on the selected ones. */
export function MemberToolbar({
  list,
  pageIds,
  isOnlyPage,
  selected,
  select,
  filters: { text, stage, assignee, touches },
  onFilter,
  order,
  onOrder,
}: PeopleSelection & {
  list: ListSummary
  /** The people on this page. */
  pageIds: readonly string[]
  isOnlyPage: boolean
  filters: MemberFilters
  onFilter(change: Partial<MemberFilters>): void
  order: OrderName
  onOrder(order: OrderName): void
}) {
  const { teamOf, membersOf } = useTeams()
  const { id: accountId } = useActor()
  return (
    // On a phone it takes several rows, and would cover the people.
    <div className="top-(--top-bar-height) z-10 border-line border-b bg-paper py-3 md:not-short:sticky">
      <div className="flex flex-wrap gap-2">
        <TextField
          label="Search within this list"
          isLabelHidden
          leading={Search}
          autoComplete="off"
          type="search"
          placeholder="Name, title, organization, specialty"
          maxLength={200}
          value={text}
          onChange={({ target }) => onFilter({ text: target.value })}
          // In a line of its own a phone shows all of the placeholder.
          className="flex-1 max-md:basis-full md:min-w-36"
        />
        <Filter
          label="Stage"
          value={stage}
          onValueChange={(next) => onFilter({ stage: next })}
          options={STAGES}
        />
        <MemberSortChoice
          order={order}
          onChange={(next) => {
            onFilter({ page: 1 })
            onOrder(next)
          }}
          className={FILTER}
        />
        <Filter
          label="Contact"
          value={touches}
          onValueChange={(next) => onFilter({ touches: next })}
          options={TOUCHES}
        />
        {teamOf(list) && (
          <Filter
            label="Assigned to"
            value={assignee}
            onValueChange={(next) => onFilter({ assignee: next })}
            options={[
              { value: '', label: 'Anybody’s' },
              { value: 'none', label: 'Not assigned' },
              ...membersOf(list).map(({ user_id, display_name }) => ({
                value: user_id ?? '',
                label: user_id === accountId ? 'Assigned to me' : display_name,
              })),
            ]}
          />
        )}
      </div>
      {/* In a row of its own, which has room for what a selection adds: no card moves as it is ticked. */}
      <div className="mt-2">
        <SelectionRow {...{ pageIds, isOnlyPage, selected, select }}>
          <SelectionActions
            {...{ list, selected, select }}
            onRemoved={() => onFilter({ page: 1 })}
          />
        </SelectionRow>
      </div>
    </div>
  )
}

const FILTER = 'min-w-36 flex-1 md:min-w-32 md:max-w-40'

function Filter(props: Pick<SelectProps, 'label' | 'value' | 'onValueChange' | 'options'>) {
  return <Select {...props} isLabelHidden className={FILTER} />
}
