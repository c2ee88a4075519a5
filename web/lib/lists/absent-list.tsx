import { Link } from '@tanstack/react-router'
import { Trash2, UserMinus, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { LIST_RESTORE_DAYS } from '#db/schema/lists.ts'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useActor } from '#web/session/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { LIST_FAILED } from './list-messages.ts'
import { useListRights } from './list-rights.ts'
import { restoreList } from './restore-list.ts'
import { type ListAt, useLeaveMissingList } from './use-list.ts'

/**
 * Shows why a list is not displayed: loading, missing, or not on this device. Renders nothing while the list
 * is displayed, but a notice above one that was deleted while a form on it is open.
 */
export function AbsentList({ at, skeleton }: { at: ListAt; skeleton: ReactNode }) {
  if (at.list && at.status !== 'here') return <GoneUnderForm list={at.list} />
  switch (at.status) {
    case 'here':
      return null
    // `useLeaveMissingList` leaves the screen.
    case 'missing':
      return null
    case 'gone':
      return <GoneList at={at} />
    case 'loading':
      return skeleton
    case 'failed':
      return <ErrorPanel title={LIST_FAILED.title}>{LIST_FAILED.description}</ErrorPanel>
    case 'away':
      return (
        <EmptyState isWholeScreen icon={WifiOff} title="This list is not on this device">
          It comes by itself once this device has caught up, if it is yours and still there.
        </EmptyState>
      )
    case 'left':
      return (
        <EmptyState
          isWholeScreen
          icon={UserMinus}
          title={`You are no longer in ${at.leftTeam ?? 'this team'}`}
          action={
            <Link to="/lists" className={buttonClass({ variant: 'primary' })}>
              My Lists
            </Link>
          }
        >
          Its lists are gone from this device. Your own lists are where they were.
        </EmptyState>
      )
  }
}

/** A list that was deleted elsewhere while its screen was open; the screen of any other is left. */
function GoneList({ at }: { at: ListAt }) {
  const { id: accountId } = useActor()
  const owner_id = at.team ?? accountId ?? ''
  const { deleted, status } = useDeletedList({ id: at.listId, owner_id })
  useLeaveMissingList(status !== 'loading' && !deleted)
  return (
    deleted && (
      <EmptyState
        isWholeScreen
        icon={Trash2}
        title={`“${deleted.name}” was deleted`}
        action={
          <Link to="/lists/deleted" className={buttonClass({ variant: 'primary' })}>
            Deleted lists
          </Link>
        }
      >
        It can be restored for {LIST_RESTORE_DAYS} days, with everybody on it.
      </EmptyState>
    )
  )
}

type ListKey = Pick<ListSummary, 'id' | 'owner_id'>

function useDeletedList(list: ListKey) {
  const { rows, status } = useLiveQuery('lists.deleted', {})
  const deleted = rows.find(({ id, owner_id }) => id === list.id && owner_id === list.owner_id)
  return { deleted, status }
}

/** Why nothing can be saved in a list that was deleted while a form was open on it. */
export function GoneUnderForm({ list }: { list: ListKey }) {
  const { deleted } = useDeletedList(list)
  if (!deleted) return null
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-warn-wash px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">
        <strong className="font-semibold">“{deleted.name}” was deleted.</strong> What you are
        writing stays here until you close it. Changes of the list can be saved once it is restored.
      </p>
      <RestoreButton list={deleted} />
    </div>
  )
}

function RestoreButton({ list }: { list: ListSummary }) {
  if (!useListRights(list).mayDelete) return null
  return (
    <Button size="sm" onClick={() => void restoreList(list)}>
      Restore list
    </Button>
  )
}
