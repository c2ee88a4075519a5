import { Link } from '@tanstack/react-router'
import { Download, Search, Trash2, UsersRound } from 'lucide-react'
import { startTransition, useCallback, useDeferredValue, useEffect, useState } from 'react'
import { OF_LATE_DAYS, type Stage } from '#db/schema/activities.ts'
import {
  type ListSummary,
  type MemberInList,
  type MemberTouches,
  WINDOW_MAX,
} from '#sync/contract/queries.ts'
import { formatCount } from '#web/lib/format.ts'
import { useAskContactsKnown } from '#web/lib/known-contacts.ts'
import { LIST_FAILED, SELECT_TO_EXPORT, SELECT_TO_REMOVE } from '#web/lib/list-messages.ts'
import { requestExport } from '#web/lib/request-export.ts'
import { STAGE_OPTIONS, stageWord } from '#web/lib/stage-words.ts'
import { today } from '#web/outreach/days.ts'
import { useTeams } from '#web/replica/teams.ts'
import { type LiveQuery, useLiveQuery } from '#web/replica/use-live-query.ts'
import { usePending } from '#web/replica/use-pending.ts'
import { useActor } from '#web/session/session.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Select, type SelectProps } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { BulkReveal } from './bulk-reveal.tsx'
import { type ListAddress, refusedAssignments, removeMembers } from './list-actions.ts'
import { useListRights } from './list-rights.ts'
import { MemberCard, MemberSkeleton } from './member-card.tsx'
import { DEFAULT_ORDER, type OrderName, sortArgs } from './member-order.ts'
import { MemberSortChoice } from './member-sort.tsx'

/** The part of a list that is shown: the filters, empty for all, and the page. */
const EVERYBODY = { text: '', stage: '', assignee: '', touches: '', page: 1 }

const TOUCHES: { value: MemberTouches | ''; label: string }[] = [
  { value: '', label: 'Any contact' },
  { value: 'never', label: 'Never touched' },
  { value: 'not_of_late', label: `Not in ${OF_LATE_DAYS} days` },
  { value: 'stopped', label: 'Do not contact' },
]

/** More than a screen holds. */
const FIRST_CARDS = 20

const STAGES = [
  { value: '', label: 'Every stage' },
  { value: 'none', label: stageWord(null) },
  ...STAGE_OPTIONS,
]

/**
 * A list's members, virtualized, however many they are. They are asked for by the list's address, and
 * do not wait for the list.
 * @param list null while it is not known: nothing is shown.
 */
export function MemberList({
  address: { owner_id, id: list_id },
  list,
  order = DEFAULT_ORDER,
  onOrder = () => undefined,
}: {
  address: ListAddress
  list: ListSummary | null
  order?: OrderName | undefined
  onOrder?: ((order: OrderName) => void) | undefined
}) {
  const [shown, setShown] = useState(EVERYBODY)
  const { text, stage, assignee, touches, page } = shown
  const members = useLiveQuery('lists.members', {
    owner_id,
    list_id,
    stage: stage === '' ? null : (stage as Stage | 'none'),
    assigned_to: assignee || null,
    text: useDeferredValue(text.trim()),
    touches: (touches || null) as MemberTouches | null,
    today: today(),
    ...sortArgs(order),
    offset: (page - 1) * WINDOW_MAX,
  })
  if (!list) return null
  return (
    <Members
      list={list}
      members={members}
      shown={shown}
      // Another filter begins at the first page.
      show={(change) => setShown((now) => ({ ...now, page: 1, ...change }))}
      order={order}
      onOrder={onOrder}
    />
  )
}

function Members({
  list,
  members: { rows, status, absence },
  shown: { text, stage, assignee, touches, page },
  show,
  order,
  onOrder,
}: {
  list: ListSummary
  members: LiveQuery<MemberInList>
  shown: typeof EVERYBODY
  show(change: Partial<typeof EVERYBODY>): void
  order: OrderName
  onOrder(order: OrderName): void
}) {
  const { teamOf, membersOf } = useTeams()
  const rights = useListRights(list)
  const { id: accountId } = useActor()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  useAskContactsKnown(rows.map(({ candidate_id }) => candidate_id))
  // Rendered in slices: a hundred new cards at once would block typing. The first of them are painted
  // before the others.
  const lastRows = useDeferredValue(rows)
  const [isBegun, setBegun] = useState(false)
  const hasCards = lastRows.length > 0
  useEffect(() => {
    if (hasCards) startTransition(() => setBegun(true))
  }, [hasCards])
  const begun = isBegun ? lastRows : lastRows.slice(0, FIRST_CARDS)
  const cards = rows.length > 0 ? begun : []
  const refused = refusedAssignments(usePending(), list)
  const total = rows[0]?.total ?? 0
  const totalPages = Math.ceil(total / WINDOW_MAX)
  const isAllSelected =
    rows.length > 0 && rows.every(({ candidate_id }) => selected.has(candidate_id))

  const select = useCallback((ids: readonly string[], isSelected: boolean) => {
    setSelected((now) => {
      const next = new Set(now)
      for (const id of ids) isSelected ? next.add(id) : next.delete(id)
      return next
    })
  }, [])
  const selectOne = useCallback(
    (id: string, isSelected: boolean) => select([id], isSelected),
    [select],
  )

  function handleExport() {
    if (selected.size === 0) return showToast({ title: SELECT_TO_EXPORT, tone: 'danger' })
    requestExport({
      ids: [...selected],
      people: [],
      source: 'list',
      fileName: `healthcare_worker_list_${list.name}`,
    })
  }

  async function handleRemove() {
    if (selected.size === 0) return showToast({ title: SELECT_TO_REMOVE, tone: 'danger' })
    const removed = await removeMembers(list, [...selected])
    if (removed.length > 0) {
      select(removed, false)
      show({ page: 1 })
    }
  }

  const isFiltered = text !== '' || stage !== '' || assignee !== '' || touches !== ''
  const isPart = isFiltered || page > 1
  const absent =
    status === 'failed' ? (
      <ErrorPanel title={LIST_FAILED.title}>{LIST_FAILED.description}</ErrorPanel>
    ) : (
      status === 'ready' &&
      rows.length === 0 && (
        <AbsentRows absence={absence} rows="people of this list" skeleton={<MembersSkeleton />}>
          {isPart ? <NobodyMatches /> : <NoMembers />}
        </AbsentRows>
      )
    )
  // A field that filters stays, whatever comes of what is typed into it.
  if (absent && !isPart) return absent
  return (
    <>
      {/* On a phone it takes three rows, and would cover the people. */}
      <div className="top-(--top-bar-height) z-10 flex flex-wrap items-center gap-2 border-line border-b bg-paper py-3 md:sticky md:pl-3">
        <Checkbox
          label={totalPages > 1 ? 'Select all on this page' : 'Select all'}
          checked={isAllSelected}
          // Before the members have arrived, ticking this would select none.
          isDisabled={rows.length === 0}
          onCheckedChange={(next) =>
            select(
              rows.map(({ candidate_id }) => candidate_id),
              next,
            )
          }
        />
        <p aria-live="polite" className="text-muted text-sm tabular-nums">
          {selected.size > 0 && `${formatCount(selected.size)} selected`}
        </p>
        <TextField
          label="Search within this list"
          isLabelHidden
          leading={Search}
          autoComplete="off"
          type="search"
          placeholder="Name, title, organization, specialty"
          maxLength={200}
          value={text}
          onChange={({ target }) => show({ text: target.value })}
          className="min-w-56 flex-1 md:ml-auto md:max-w-80"
        />
        <Filter
          label="Stage"
          value={stage}
          onValueChange={(next) => show({ stage: next })}
          options={STAGES}
        />
        <MemberSortChoice
          order={order}
          onChange={(next) => {
            show({ page: 1 })
            onOrder(next)
          }}
          className="min-w-36 flex-1 md:flex-none"
        />
        <Filter
          label="Contact"
          value={touches}
          onValueChange={(next) => show({ touches: next })}
          options={TOUCHES}
        />
        {teamOf(list) && (
          <Filter
            label="Assigned to"
            value={assignee}
            onValueChange={(next) => show({ assignee: next })}
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
        <div className="flex gap-2">
          <BulkReveal people={[...selected]} />
          {rights.mayExport && (
            <Button size="sm" onClick={handleExport}>
              <Download aria-hidden />
              Export
            </Button>
          )}
          {rights.mayWrite && (
            <Button size="sm" onClick={() => void handleRemove()}>
              <Trash2 aria-hidden />
              Remove
            </Button>
          )}
        </div>
      </div>
      {/* Also while the first cards are rendered. */}
      {(status === 'loading' || (rows.length > 0 && cards.length === 0)) && <MembersSkeleton />}
      {absent}
      <ul aria-label="Healthcare workers">
        {cards.map((member) => (
          <MemberCard
            key={member.candidate_id}
            member={member}
            list={list}
            refused={refused.get(member.candidate_id)}
            isSelected={selected.has(member.candidate_id)}
            onSelect={selectOne}
          />
        ))}
      </ul>
      <div className="py-4">
        <Pagination
          page={page}
          totalPages={totalPages}
          onPageChange={(next) => {
            show({ page: next })
            scrollTo({ top: 0 })
          }}
        />
      </div>
    </>
  )
}

function Filter(props: Pick<SelectProps, 'label' | 'value' | 'onValueChange' | 'options'>) {
  return <Select {...props} isLabelHidden className="min-w-36 flex-1 md:flex-none" />
}

function NobodyMatches() {
  return (
    <EmptyState title="Nobody on this list matches">
      The search looks in names, titles, organizations and specialties.
    </EmptyState>
  )
}

function NoMembers() {
  return (
    <EmptyState
      icon={UsersRound}
      title="Nobody is on this list yet"
      action={
        <Link to="/search" className={buttonClass({ variant: 'primary' })}>
          Go to Search
        </Link>
      }
    >
      Select people in the search and add them here.
    </EmptyState>
  )
}

function MembersSkeleton() {
  return (
    <ul role="status" aria-label="Loading healthcare workers" className="min-h-dvh">
      <MemberSkeleton />
      <MemberSkeleton />
      <MemberSkeleton />
    </ul>
  )
}
