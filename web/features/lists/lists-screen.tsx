import { Link } from '@tanstack/react-router'
import { ListChecks, Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { LIST_RESTORE_DAYS } from '#db/schema/lists.ts'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { formatCount, formatPhysicians, presentTexts } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { keepFocus } from '#web/lib/keep-focus.ts'
import { GoneUnderForm } from '#web/lib/lists/absent-list.tsx'
import { DELETION_ON_LISTS, LISTS_FAILED } from '#web/lib/lists/list-messages.ts'
import { useListRights } from '#web/lib/lists/list-rights.ts'
import { useRowsInUse } from '#web/lib/rows-in-use.ts'
import { isOwn, useAreTeamsKnown, useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useIsRefused } from '#web/session/session.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FavoritesLink } from './favorites-link.tsx'
import { deleteList, listLink, mayCreateList } from './list-actions.ts'
import { ListName } from './list-name.tsx'
import { ListsSkeleton } from './lists-skeleton.tsx'
import { MoveList } from './move-list.tsx'
import { NewListDialog } from './new-list-dialog.tsx'

/** The account's own lists and, in groups of their own, those of its teams. */
export function ListsScreen() {
  const { rows, status: listsStatus, absence } = useLiveQuery('lists.all', {})
  const { rows: lists, gone } = useRowsInUse(rows)
  const { teams } = useTeams()
  const areTeamsKnown = useAreTeamsKnown()
  const status = listsStatus === 'ready' && !areTeamsKnown ? 'loading' : listsStatus
  const [isCreating, setIsCreating] = useState(false)
  const [toDelete, setToDelete] = useState<ListSummary | null>(null)
  const isCreateRefused = useIsRefused('lists.create')
  const isCounted = absence === 'none'
  const hasNone = status === 'ready' && lists.length === 0 && teams.length === 0
  const isLoading = status === 'loading' || (hasNone && absence === 'loading')
  const own = lists.filter(isOwn)
  const group = { gone, isCounted, onDelete: setToDelete }

  return (
    <div
      ref={keepFocus}
      tabIndex={-1}
      className="page flex flex-1 flex-col py-6 outline-none md:py-10"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-6">
        <h1 className="mr-auto font-semibold text-xl">My Lists</h1>
        <Button
          variant="primary"
          data-restricted={isCreateRefused || undefined}
          onClick={() => mayCreateList() && setIsCreating(true)}
        >
          <Plus aria-hidden />
          New list
        </Button>
      </header>
      <FavoritesLink />
      {status === 'failed' && (
        <ErrorPanel title={LISTS_FAILED.title}>{LISTS_FAILED.description}</ErrorPanel>
      )}
      {status === 'loading' && <ListsSkeleton />}
      {hasNone && (
        <AbsentRows absence={absence} rows="lists" skeleton={<ListsSkeleton />}>
          <NoLists />
        </AbsentRows>
      )}
      {status === 'ready' && teams.length === 0 && own.length > 0 && (
        <ListsTable caption="My Lists" lists={own} {...group} />
      )}
      {status === 'ready' && teams.length > 0 && (
        <div className="flex flex-col gap-8">
          <ListsGroup name="Mine" lists={own} {...group} />
          {teams.map(({ id, name }) => (
            <ListsGroup
              key={id}
              name={name}
              lists={lists.filter(({ owner_id }) => owner_id === id)}
              {...group}
            />
          ))}
        </div>
      )}
      {!isLoading && <Pointers />}
      {isCreating && <NewListDialog onClose={() => setIsCreating(false)} />}
      {toDelete && (
        <ConfirmDialog
          title={`Delete “${toDelete.name}”?`}
          keepLabel="Keep it"
          confirmLabel="Delete list"
          onKeep={() => setToDelete(null)}
          onConfirm={() => {
            setToDelete(null)
            void deleteList(toDelete, DELETION_ON_LISTS)
          }}
        >
          The list goes from{' '}
          {isOwn(toDelete) ? 'all your devices' : 'the devices of the whole team'}. It can be
          restored for {LIST_RESTORE_DAYS} days, and the people on it stay in the directory.
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Where to look for what is not among the lists. */
function Pointers() {
  return (
    <>
      <p className="mt-6 text-muted text-sm">
        Deleted by mistake?{' '}
        <Link to="/lists/deleted" className="font-medium text-accent hover:underline">
          Deleted lists
        </Link>{' '}
        can be restored for {LIST_RESTORE_DAYS} days.
      </p>
      <p className="mt-2 text-muted text-sm">
        Names or NPIs in a file?{' '}
        <Link to="/bring" className="font-medium text-accent hover:underline">
          People from a file
        </Link>{' '}
        looks them up for a list.
      </p>
    </>
  )
}

interface GroupProps {
  lists: readonly ListSummary[]
  /** Those of them that went while they were being renamed. */
  gone: readonly ListSummary[]
  /** Whether the members have arrived: no count is shown before. */
  isCounted: boolean
  onDelete(list: ListSummary): void
}

/** The lists of one owner, under its name. */
function ListsGroup({ name, ...group }: GroupProps & { name: string }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="wrap-anywhere mb-2 font-medium text-md">
        {name}
      </h2>
      {group.lists.length > 0 ? (
        <ListsTable caption={name} {...group} />
      ) : (
        // Its space is reserved: until the rows have arrived, there may be some.
        <p className="min-h-14 border-line border-y py-4 text-muted">
          {group.isCounted && 'No lists yet.'}
        </p>
      )}
    </section>
  )
}

function NoLists() {
  return (
    <EmptyState
      icon={ListChecks}
      title="You have no saved lists yet."
      action={
        <Link to="/search" className={buttonClass()}>
          Go to Search
        </Link>
      }
    >
      A list keeps people together, and stays readable with no network.
    </EmptyState>
  )
}

function ListsTable({
  caption,
  lists,
  gone,
  isCounted,
  onDelete,
}: GroupProps & { caption: string }) {
  return (
    <table className="narrow:block w-full table-fixed border-line border-t">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        <col />
        <col className="w-32 max-md:hidden" />
        <col className="w-36 max-md:hidden" />
        <col className="w-20 md:w-40" />
      </colgroup>
      <thead className="max-md:sr-only">
        <tr className="h-10 border-line border-b text-left text-muted text-sm [&>th]:font-medium">
          <th scope="col">Name</th>
          <th scope="col">Physicians</th>
          <th scope="col">Created</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody className="narrow:block">
        {lists.map((list) => (
          <ListRow
            key={list.id}
            list={list}
            isGone={gone.includes(list)}
            isCounted={isCounted || list.member_count > 0}
            onDelete={() => onDelete(list)}
          />
        ))}
      </tbody>
    </table>
  )
}

/** On a phone the figures stand below the name; where it is narrow, the actions below them. */
function ListRow({
  list,
  isGone,
  isCounted,
  onDelete,
}: {
  list: ListSummary
  isGone: boolean
  isCounted: boolean
  onDelete(): void
}) {
  const { teamOf, nameOf } = useTeams()
  const { mayDelete } = useListRights(list)
  const created = formatDay(list.created_at.toISOString())
  const maker = teamOf(list) && `by ${nameOf(list, list.created_by)}`
  return (
    <>
      <tr className={`narrow:block narrow:h-auto h-16 border-line ${isGone ? '' : 'border-b'}`}>
        <td className="narrow:block py-2 narrow:pr-0 pr-4">
          <ListName list={list}>
            <Link
              {...listLink(list)}
              title={list.name}
              className="hit-area wrap-anywhere rounded-[4px] font-medium text-md hover:underline md:truncate"
            >
              {list.name}
            </Link>
          </ListName>
          <p className="wrap-anywhere text-muted text-sm tabular-nums md:hidden">
            {presentTexts([
              isCounted ? formatPhysicians(list.member_count) : null,
              created,
              maker,
            ]).join(', ')}
          </p>
          {maker && <p className="truncate text-muted text-sm max-md:hidden">{maker}</p>}
        </td>
        <td className="text-muted tabular-nums max-md:hidden">
          {isCounted && formatCount(list.member_count)}
        </td>
        <td className="text-muted tabular-nums max-md:hidden">{created}</td>
        <td className="narrow:block narrow:pb-2">
          {!isGone && (
            <div className="flex items-center justify-end gap-1 md:justify-start">
              <Link
                {...listLink(list)}
                aria-label={`View ${list.name}`}
                // The name leads there too, and a phone has no room for both.
                className={`${buttonClass({ size: 'sm' })} max-md:hidden`}
              >
                View
              </Link>
              <MoveList list={list} />
              {mayDelete && (
                <IconButton
                  label={`Delete ${list.name}`}
                  tooltip="Delete"
                  icon={Trash2}
                  className="text-muted"
                  onClick={onDelete}
                />
              )}
            </div>
          )}
        </td>
      </tr>
      {isGone && (
        <tr className="narrow:block border-line border-b">
          {/* As many columns as a phone has. */}
          <td colSpan={2} className="narrow:block">
            <GoneUnderForm list={list} />
          </td>
        </tr>
      )}
    </>
  )
}
