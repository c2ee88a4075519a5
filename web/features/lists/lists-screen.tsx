import { Link } from '@tanstack/react-router'
import { ListChecks, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LIST_RESTORE_DAYS } from '#db/schema/lists.ts'
import type { ListSummary } from '#sync/contract/queries.ts'
import { formatCount, formatDay, formatPhysicians, presentTexts } from '#web/lib/format.ts'
import { DELETION_ON_LISTS, LISTS_FAILED } from '#web/lib/list-messages.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useCan } from '#web/session/session.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { deleteList, mayCreateList } from './list-actions.ts'
import { ListName } from './list-name.tsx'
import { ListsSkeleton } from './lists-skeleton.tsx'
import { NewListDialog } from './new-list-dialog.tsx'

/** All lists of the signed-in user. */
export function ListsScreen() {
  const { rows, status, absence } = useLiveQuery('lists.all', {})
  const [isCreating, setIsCreating] = useState(false)
  const [toDelete, setToDelete] = useState<ListSummary | null>(null)

  return (
    <div className="page flex flex-1 flex-col py-6 md:py-10">
      <header className="flex items-center gap-4 pb-6">
        <h1 className="flex-1 font-semibold text-xl">My Lists</h1>
        <Button variant="primary" onClick={() => mayCreateList() && setIsCreating(true)}>
          <Plus aria-hidden />
          New list
        </Button>
      </header>
      {status === 'failed' && (
        <ErrorPanel title={LISTS_FAILED.title}>{LISTS_FAILED.description}</ErrorPanel>
      )}
      {status === 'loading' && <ListsSkeleton />}
      {status === 'ready' && rows.length === 0 && (
        <AbsentRows absence={absence} rows="lists" skeleton={<ListsSkeleton />}>
          <NoLists />
        </AbsentRows>
      )}
      {rows.length > 0 && (
        <ListsTable lists={rows} isCounted={absence === 'none'} onDelete={setToDelete} />
      )}
      <p className="mt-6 text-muted text-sm">
        Deleted by mistake?{' '}
        <Link to="/lists/deleted" className="font-medium text-accent hover:underline">
          Deleted lists
        </Link>{' '}
        can be restored for {LIST_RESTORE_DAYS} days.
      </p>
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
          The list goes from all your devices. It can be restored for {LIST_RESTORE_DAYS} days, and
          the people on it stay in the directory.
        </ConfirmDialog>
      )}
    </div>
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
  lists,
  isCounted,
  onDelete,
}: {
  lists: readonly ListSummary[]
  /** Whether the members have arrived: no count is shown before. */
  isCounted: boolean
  onDelete(list: ListSummary): void
}) {
  const canDelete = useCan('lists.tidy')
  return (
    <table className="w-full table-fixed border-line border-t">
      <caption className="sr-only">My Lists</caption>
      <colgroup>
        <col />
        <col className="w-32 max-md:hidden" />
        <col className="w-36 max-md:hidden" />
        <col className="w-28 md:w-32" />
      </colgroup>
      <thead className="max-md:sr-only">
        <tr className="h-10 border-line border-b text-left text-muted text-sm [&>th]:font-medium">
          <th scope="col">Name</th>
          <th scope="col">Physicians</th>
          <th scope="col">Created</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {lists.map((list) => (
          <ListRow
            key={list.id}
            list={list}
            isCounted={isCounted || list.member_count > 0}
            {...(canDelete ? { onDelete: () => onDelete(list) } : {})}
          />
        ))}
      </tbody>
    </table>
  )
}

/** On a phone the figures stand below the name. */
function ListRow({
  list,
  isCounted,
  onDelete,
}: {
  list: ListSummary
  isCounted: boolean
  onDelete?: () => void
}) {
  const created = formatDay(list.created_at.toISOString())
  const params = { listId: list.id }
  return (
    <tr className="h-16 border-line border-b">
      <td className="py-2 pr-4">
        <ListName list={list}>
          <Link
            to="/lists/$listId"
            params={params}
            className="truncate rounded-[4px] font-medium text-md hover:underline"
          >
            {list.name}
          </Link>
        </ListName>
        <p className="text-muted text-sm tabular-nums md:hidden">
          {presentTexts([isCounted ? formatPhysicians(list.member_count) : null, created]).join(
            ', ',
          )}
        </p>
      </td>
      <td className="text-muted tabular-nums max-md:hidden">
        {isCounted && formatCount(list.member_count)}
      </td>
      <td className="text-muted tabular-nums max-md:hidden">{created}</td>
      <td>
        <div className="flex items-center justify-end gap-1 md:justify-start">
          <Link
            to="/lists/$listId"
            params={params}
            aria-label={`View ${list.name}`}
            className={buttonClass({ size: 'sm' })}
          >
            View
          </Link>
          {onDelete && (
            <IconButton
              label={`Delete ${list.name}`}
              tooltip="Delete"
              icon={Trash2}
              className="text-muted"
              onClick={onDelete}
            />
          )}
        </div>
      </td>
    </tr>
  )
}
