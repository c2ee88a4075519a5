import { Link } from '@tanstack/react-router'
import { ListChecks, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { formatPhysicians } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { DELETION_IN_PANEL, SAVED_LISTS_FAILED } from '#web/lib/lists/list-messages.ts'
import { useListRights } from '#web/lib/lists/list-rights.ts'
import { keyOfRow } from '#web/lib/rows-in-use.ts'
import { useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { deleteList, listLink } from './list-actions.ts'

/** All lists of the signed-in user, newest first, in a narrow column. */
export function SavedLists() {
  const { rows, status, absence } = useLiveQuery('lists.all', {})
  if (status === 'failed') {
    return (
      <ErrorPanel title={SAVED_LISTS_FAILED.title}>{SAVED_LISTS_FAILED.description}</ErrorPanel>
    )
  }
  if (status === 'loading') return <SavedListsSkeleton />
  if (rows.length === 0) {
    return (
      <AbsentRows absence={absence} rows="lists" skeleton={<SavedListsSkeleton />}>
        <NoSavedLists />
      </AbsentRows>
    )
  }
  return (
    <ul aria-label="Saved Lists" className="-my-4 divide-y divide-line">
      {rows.map((list) => (
        <SavedList
          key={keyOfRow(list)}
          list={list}
          isCounted={absence === 'none' || list.member_count > 0}
        />
      ))}
    </ul>
  )
}

/** `isCounted`: the members have arrived; no count is shown before. */
function SavedList({ list, isCounted }: { list: ListSummary; isCounted: boolean }) {
  const nameId = useId()
  const team = useTeams().teamOf(list)
  const { mayDelete } = useListRights(list)
  const created = list.created_at.toISOString()
  return (
    <li className="flex flex-col gap-1 py-4">
      <h3 id={nameId} className="font-medium text-md [overflow-wrap:anywhere]">
        {list.name}
      </h3>
      <p className="text-muted text-sm tabular-nums">
        <time dateTime={created}>Created on {formatDay(created)}</time>
        {isCounted && (
          <>
            <span aria-hidden> · </span>
            <span>{formatPhysicians(list.member_count)}</span>
          </>
        )}
        {team && (
          <>
            <span aria-hidden> · </span>
            <span>{team.name}</span>
          </>
        )}
      </p>
      {list.description && <p className="line-clamp-3">{list.description}</p>}
      <div className="mt-1 flex items-center justify-between gap-2">
        <Link {...listLink(list)} aria-describedby={nameId} className={buttonClass({ size: 'sm' })}>
          View List
        </Link>
        {mayDelete && (
          <IconButton
            label={`Delete ${list.name}`}
            tooltip="Delete"
            icon={Trash2}
            className="-mr-2.5 text-muted"
            onClick={() => void deleteList(list, DELETION_IN_PANEL)}
          />
        )}
      </div>
    </li>
  )
}

function NoSavedLists() {
  return (
    <EmptyState
      icon={ListChecks}
      title="You don't have any saved lists yet."
      action={
        <Link to="/directory" className={buttonClass()}>
          Go to Directory
        </Link>
      }
    >
      Select people in the directory and press Add to list.
    </EmptyState>
  )
}

function SavedListsSkeleton() {
  return (
    <div role="status" aria-label="Loading saved lists" className="-my-4 divide-y divide-line">
      {['w-48', 'w-36', 'w-56'].map((width) => (
        <div key={width} className="flex h-31 flex-col gap-2 py-4">
          <Skeleton className={`h-6 ${width}`} />
          <Skeleton className="h-4 w-52" />
          <Skeleton className="mt-1 h-8 w-24" />
        </div>
      ))}
    </div>
  )
}
