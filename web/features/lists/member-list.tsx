import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react'
import type { Stage } from '#db/schema/activities.ts'
import {
  type FoundMember,
  type ListSummary,
  type MemberTouches,
  WINDOW_MAX,
} from '#sync/contract/list-queries.ts'
import { useDraft } from '#web/lib/hooks/use-draft.ts'
import { useLatestCallback } from '#web/lib/hooks/use-latest-callback.ts'
import { LIST_FAILED } from '#web/lib/lists/list-messages.ts'
import { useAskContactsKnown } from '#web/lib/people/known-contacts.ts'
import { today } from '#web/outreach/days.ts'
import { type LiveQuery, useLiveQuery } from '#web/replica/use-live-query.ts'
import { usePending } from '#web/replica/use-pending.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type ListAddress, refusedAssignments } from './list-actions.ts'
import { MemberCard } from './member-card.tsx'
import { DEFAULT_ORDER, type OrderName, sortArgs } from './member-order.ts'
import { type MemberFilters, MemberToolbar, NO_FILTERS } from './member-toolbar.tsx'
import { PeopleSkeleton } from './person-card.tsx'
import { PersonCards, type ScrollAnchor } from './person-cards.tsx'
import { SelectionActions } from './selection-actions.tsx'
import { selectedWith } from './selection-row.tsx'
import { usePeople } from './use-people.ts'
import { useSelectionIn } from './use-selection-in.ts'

/** What the user has chosen in a list, and how far it was scrolled when it was left. */
interface MembersView {
  filters: MemberFilters
  selected: ReadonlySet<string>
  anchor: ScrollAnchor | null
}

const NOBODY: ReadonlySet<string> = new Set()

const FIRST_VIEW: MembersView = { filters: NO_FILTERS, selected: NOBODY, anchor: null }

/**
 * A list's members, virtualized, however many they are. They are asked for by the list's address, and
 * do not wait for the list. Filters, page and selection outlive a visit to a profile; in this tab's
 * memory, as the address would show whom was looked for.
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
  const [view = FIRST_VIEW, setView] = useDraft<MembersView>(`members of ${owner_id} ${list_id}`)
  const { text, stage, assignee, touches, page } = view.filters
  const change = useCallback(
    (next: (now: MembersView) => Partial<MembersView>) =>
      setView((now = FIRST_VIEW) => ({ ...now, ...next(now) })),
    [setView],
  )
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
      view={view}
      change={change}
      order={order}
      onOrder={onOrder}
    />
  )
}

function Members({
  list,
  members: { rows, status, absence },
  view: { filters, selected, anchor },
  change,
  order,
  onOrder,
}: {
  list: ListSummary
  members: LiveQuery<FoundMember>
  view: MembersView
  change(next: (now: MembersView) => Partial<MembersView>): void
  order: OrderName
  onOrder(order: OrderName): void
}) {
  const { text, stage, assignee, touches, page } = filters
  const pageIds = rows.map(({ candidate_id }) => candidate_id)
  useAskContactsKnown(pageIds)
  const cards = usePeople(rows)
  const refused = refusedAssignments(usePending(), list)
  const { id, owner_id, created_by } = list
  // Without the number of its people, which would render all cards again.
  const cardsList = useMemo(() => ({ id, owner_id, created_by }), [id, owner_id, created_by])
  const total = rows[0]?.total ?? 0
  const totalPages = Math.ceil(total / WINDOW_MAX)

  // Another filter begins at the first page.
  const onFilter = useLatestCallback((next: Partial<MemberFilters>) =>
    change(({ filters }) => ({ filters: { ...filters, page: 1, ...next } })),
  )
  // People went from the list meanwhile, and the page with them.
  const isPageGone = page > 1 && rows.length === 0 && status === 'ready' && absence === 'none'
  useEffect(() => {
    if (isPageGone) onFilter({ page: 1 })
  }, [isPageGone, onFilter])

  const select = useCallback(
    (ids: readonly string[], isSelected: boolean) =>
      change(({ selected }) => ({ selected: selectedWith(selected, ids, isSelected) })),
    [change],
  )
  const selectOne = useCallback(
    (id: string, isSelected: boolean) => select([id], isSelected),
    [select],
  )
  const membersOf = useCallback(
    (candidate_ids: readonly string[]) =>
      ({ name: 'lists.work', args: { owner_id, id, candidate_ids } }) as const,
    [owner_id, id],
  )
  useSelectionIn(membersOf, { selected, select })

  const isFiltered = text !== '' || stage !== '' || assignee !== '' || touches !== ''
  const isPart = isFiltered || page > 1
  const absent =
    status === 'failed' ? (
      <ErrorPanel title={LIST_FAILED.title}>{LIST_FAILED.description}</ErrorPanel>
    ) : (
      status === 'ready' &&
      rows.length === 0 && (
        <AbsentRows absence={absence} rows="people of this list" skeleton={<PeopleSkeleton />}>
          {isPart ? <NobodyMatches /> : <NoMembers />}
        </AbsentRows>
      )
    )
  // A field that filters stays, whatever comes of what is typed into it.
  if (absent && !isPart) return absent
  return (
    <>
      <MemberToolbar
        {...{ list, pageIds, selected, select, filters, onFilter, order, onOrder }}
        isOnlyPage={totalPages <= 1}
      />
      {/* Also while the first cards are rendered. */}
      {(status === 'loading' || (rows.length > 0 && cards.length === 0)) && <PeopleSkeleton />}
      {absent}
      <PersonCards people={cards} anchor={anchor} onLeave={(anchor) => change(() => ({ anchor }))}>
        {(member) => (
          <MemberCard
            member={member}
            list={cardsList}
            refused={refused.get(member.candidate_id)}
            isSelected={selected.has(member.candidate_id)}
            onSelect={selectOne}
          />
        )}
      </PersonCards>
      {selected.size > 0 && (
        // On a desktop the toolbar stays in sight.
        <ActionBar
          count={selected.size}
          onClear={() => change(() => ({ selected: NOBODY }))}
          className="md:not-short:hidden"
        >
          <SelectionActions
            {...{ list, selected, select }}
            isInBar
            onRemoved={() => onFilter({ page: 1 })}
          />
        </ActionBar>
      )}
      <div className="py-4">
        <Pagination
          page={page}
          totalPages={totalPages}
          onPageChange={(next) => {
            onFilter({ page: next })
            scrollTo({ top: 0 })
          }}
        />
      </div>
    </>
  )
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
