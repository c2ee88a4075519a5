import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { Figures } from '#web/lib/admin/admin-figures.tsx'
import { fetchStatistics } from '#web/lib/admin/admin-statistics-client.ts'
import { formatCount } from '#web/lib/format.ts'
import { useBackOnline } from '#web/lib/hooks/use-back-online.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { LIMITED_DATA, usersError } from './account-messages.ts'
import { downloadUsers, type UserSearch } from './accounts-client.ts'
import { DownloadButton } from './download-button.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { SupportEntry } from './support-entry.tsx'
import { type UserList, useUserList } from './use-user-list.ts'
import { UserFilters } from './user-filters.tsx'
import { orderOf } from './user-search.ts'
import { UserTable } from './user-table.tsx'

type Change = Partial<Record<keyof UserSearch, string>>

/** `/users`: accounts and their grants. */
export function UsersScreen({
  search,
  onSearch,
}: {
  search: UserSearch
  /** Filters or sorts the list; an empty text removes a filter. */
  onSearch(change: Change): void
}) {
  const list = useUserList(search)
  const { value: statistics, failure: figuresFailure } = useRemote(fetchStatistics)
  const { rows, failure, reload } = list
  useBackOnline(reload)
  return (
    <div className="page flex flex-1 flex-col py-6 md:py-10">
      <header className="flex flex-wrap items-center gap-2 pb-6">
        <h1 className="flex-auto font-semibold text-xl">User Management</h1>
        <SupportEntry />
        <Link to="/admin-audit" className={buttonClass()}>
          Audit log
        </Link>
      </header>
      <Figures statistics={statistics} />
      {figuresFailure && rows && (
        <p role="status" className="mt-4 rounded-sm bg-warn-wash px-3 py-2.5">
          <span className="font-medium text-warn">{LIMITED_DATA.title}.</span>{' '}
          {LIMITED_DATA.description}
        </p>
      )}
      <div className="flex flex-col gap-4 pt-6">
        <UserFilters search={search} onSearch={onSearch} />
        {failure && !rows ? (
          <Failure list={list} />
        ) : rows ? (
          <Found list={list} rows={rows} search={search} onSearch={onSearch} />
        ) : (
          <RowsSkeleton label="Loading users" />
        )}
      </div>
    </div>
  )
}

function Found({
  list,
  rows,
  search,
  onSearch,
}: {
  list: UserList
  rows: NonNullable<UserList['rows']>
  search: UserSearch
  onSearch(change: Change): void
}) {
  const { count = rows.length, hasMore, isLoadingMore, loadMore, failure } = list
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={Users}
        title="Nobody matches"
        action={
          <Button onClick={() => onSearch({ query: '', plan: '', grant: '', status: '' })}>
            Clear the filters
          </Button>
        }
      >
        No account is as the filters say.
      </EmptyState>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-muted tabular-nums">
          {count === 1 ? '1 user' : `${formatCount(count)} users`}
        </p>
        <DownloadButton
          variant="ghost"
          size="sm"
          className="-mr-3 ml-auto"
          onDownload={() => downloadUsers({ ...search, ...orderOf(search) })}
        >
          Download CSV
        </DownloadButton>
      </div>
      <BulkBar list={list} rows={rows} />
      <UserTable rows={rows} search={search} list={list} onSort={onSearch} />
      {failure && <Failure list={list} />}
      {hasMore && (
        <Button className="self-center" isBusy={isLoadingMore} onClick={loadMore}>
          Show more
        </Button>
      )}
    </>
  )
}

function Failure({ list: { failure, rows, loadMore, reload } }: { list: UserList }) {
  if (!failure) return null
  const { title, description } = usersError(failure)
  return (
    <ErrorPanel
      title={title}
      action={<Button onClick={rows ? loadMore : reload}>Try again</Button>}
    >
      {description}
    </ErrorPanel>
  )
}

/** Bulk actions on the selection. */
function BulkBar({ list, rows }: { list: UserList; rows: NonNullable<UserList['rows']> }) {
  const { selected, select, isBusy } = list
  const [asked, setAsked] = useState<'grant' | 'revoke' | null>(null)
  const isAll = rows.every(({ id }) => selected.has(id))
  const whom = selected.size === 1 ? '1 user' : `${selected.size} users`
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="narrow:basis-full flex-1 narrow:whitespace-normal whitespace-nowrap">
        <Checkbox
          label={
            selected.size > 0 ? `Select all shown (${selected.size} selected)` : 'Select all shown'
          }
          checked={isAll}
          onCheckedChange={(isChecked) =>
            select(new Set(isChecked ? rows.map(({ id }) => id) : []))
          }
        />
      </div>
      {selected.size > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" isBusy={isBusy} onClick={() => setAsked('grant')}>
            Grant access
          </Button>
          <Button disabled={isBusy} onClick={() => setAsked('revoke')}>
            Revoke access
          </Button>
        </div>
      )}
      {asked === 'grant' && (
        <GrantDialog
          whom={whom}
          isBusy={isBusy}
          onClose={() => setAsked(null)}
          onGrant={(grant) =>
            void list.grantSelected(grant).then((isDone) => isDone && setAsked(null))
          }
        />
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          title={`Revoke the access of ${whom}?`}
          keepLabel="Keep it"
          confirmLabel="Revoke access"
          onKeep={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            void list.revokeSelected()
          }}
        >
          Every grant they have ends at once.
        </ConfirmDialog>
      )}
    </div>
  )
}
