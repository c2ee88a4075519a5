import { Link } from '@tanstack/react-router'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { LIST_RESTORE_DAYS } from '#db/schema/lists.ts'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { formatPhysicians, presentTexts } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { LISTS_FAILED } from '#web/lib/lists/list-messages.ts'
import { useListRights } from '#web/lib/lists/list-rights.ts'
import { restoreList } from '#web/lib/lists/restore-list.ts'
import { keyOfRow } from '#web/lib/rows-in-use.ts'
import { useTeams } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ListsSkeleton } from './lists-skeleton.tsx'
import { restorableUntil } from './restorable-until.ts'

/** `/lists/deleted`: lists that can be restored, the last deleted first. */
export function DeletedListsScreen() {
  const { rows, status, absence } = useLiveQuery('lists.deleted', {})
  const now = new Date()
  // Expired ones are purged within the hour; an offline device still has them.
  const lists = rows.filter((list) => restorableUntil(list) > now)
  return (
    <div className="page flex flex-1 flex-col py-6 md:py-10">
      <Link
        to="/lists"
        className={`${buttonClass({ variant: 'ghost', size: 'sm' })} mb-3 -ml-3 self-start`}
      >
        <ArrowLeft aria-hidden />
        My Lists
      </Link>
      <h1 className="font-semibold text-xl">Deleted lists</h1>
      <p className="mt-1 pb-6 text-muted">
        A deleted list can be restored for {LIST_RESTORE_DAYS} days, with everybody on it.
      </p>
      {status === 'failed' && (
        <ErrorPanel title={LISTS_FAILED.title}>{LISTS_FAILED.description}</ErrorPanel>
      )}
      {status === 'loading' && <ListsSkeleton />}
      {status === 'ready' && lists.length === 0 && (
        <AbsentRows absence={absence} rows="deleted lists" skeleton={<ListsSkeleton />}>
          <EmptyState icon={Trash2} title="No list was deleted lately" />
        </AbsentRows>
      )}
      {lists.length > 0 && (
        <ul aria-label="Deleted lists" className="border-line border-t">
          {lists.map((list) => (
            <DeletedList key={keyOfRow(list)} list={list} />
          ))}
        </ul>
      )}
    </div>
  )
}

function DeletedList({ list }: { list: ListSummary }) {
  const { teamOf } = useTeams()
  const canRestore = useListRights(list).mayDelete
  const team = teamOf(list)
  const until = formatDay(restorableUntil(list).toISOString())
  return (
    <li className="flex min-h-16 items-center gap-4 border-line border-b py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-md">{list.name}</p>
        <p className="text-muted text-sm tabular-nums">
          {presentTexts([team?.name, formatPhysicians(list.member_count)]).join(', ')}, can be
          restored until {until}
        </p>
      </div>
      {canRestore && (
        <Button
          size="sm"
          aria-label={`Restore ${list.name}`}
          onClick={() => void restoreList(list)}
        >
          Restore
        </Button>
      )}
    </li>
  )
}
