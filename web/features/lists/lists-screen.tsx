import { Link } from '@tanstack/react-router'
import { ListChecks, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ListSummary } from '../../../sync/contract/queries.ts'
import { formatCount, formatDay, formatPhysicians } from '../../lib/format.ts'
import { DELETION_ON_LISTS, LISTS_FAILED } from '../../lib/list-messages.ts'
import { useCan } from '../../lib/session.ts'
import { useLiveQuery } from '../../lib/use-live-query.ts'
import { useOnline } from '../../lib/use-online.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { NotHereYet } from '../../ui/not-here-yet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { deleteList, mayCreateList } from './list-actions.ts'
import { ListName } from './list-name.tsx'
import { NewListDialog } from './new-list-dialog.tsx'

/** All lists of whoever is signed in. */
export function ListsScreen() {
  const { rows, status, isStale } = useLiveQuery('lists.all', {})
  const isOnline = useOnline()
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
      {status === 'ready' && rows.length === 0 && <NoLists isElsewhere={isStale && !isOnline} />}
      {rows.length > 0 && <ListsTable lists={rows} onDelete={setToDelete} />}
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
          The list goes from all your devices. The people on it stay in the directory.
        </ConfirmDialog>
      )}
    </div>
  )
}

function NoLists({ isElsewhere }: { isElsewhere: boolean }) {
  if (isElsewhere) return <NotHereYet rows="lists" />
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
  onDelete,
}: {
  lists: readonly ListSummary[]
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
            {...(canDelete ? { onDelete: () => onDelete(list) } : {})}
          />
        ))}
      </tbody>
    </table>
  )
}

/** A phone has the figures under the name. */
function ListRow({ list, onDelete }: { list: ListSummary; onDelete?: () => void }) {
  const created = formatDay(list.created_at.toISOString())
  const physicians = formatPhysicians(list.member_count)
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
          {physicians}, {created}
        </p>
      </td>
      <td className="text-muted tabular-nums max-md:hidden">{formatCount(list.member_count)}</td>
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

function ListsSkeleton() {
  return (
    <div role="status" aria-label="Loading lists" className="border-line border-t">
      {['w-64', 'w-48', 'w-56'].map((width) => (
        <div key={width} className="flex h-14 items-center border-line border-b md:h-[4.5rem]">
          <Skeleton className={`h-6 max-w-full ${width}`} />
        </div>
      ))}
    </div>
  )
}
