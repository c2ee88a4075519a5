import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminUser } from '#api/contract/admin-users.ts'
import type { UserSort } from '#api/contract/user-list-words.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatDay } from '#web/lib/format-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { UserSearch } from './accounts-client.ts'
import { grantWords } from './grant-words.ts'
import type { Outcome, UserList } from './use-user-list.ts'
import { orderByPress, orderOf } from './user-search.ts'

const COLUMNS: { sort: UserSort; label: string; isFigure?: true }[] = [
  { sort: 'email', label: 'Email' },
  { sort: 'signup_date', label: 'Signed up' },
  { sort: 'last_sign_in_at', label: 'Last sign-in' },
  { sort: 'subscription_plan', label: 'Subscription' },
  { sort: 'total_exports', label: 'Exports', isFigure: true },
  { sort: 'source', label: 'Source' },
  { sort: 'grant', label: 'Grant' },
]

const CELL = 'min-w-0 py-2.5 align-top lg:pr-4'

/** The accounts: a table where it fits, else a card each. */
export function UserTable({
  rows,
  search,
  list: { selected, select, outcomes },
  onSort,
}: {
  rows: readonly AdminUser[]
  search: UserSearch
  list: UserList
  onSort(order: { sort: UserSort; direction: 'asc' | 'desc' }): void
}) {
  const order = orderOf(search)
  return (
    <table className="w-full table-fixed border-line border-t max-lg:block">
      <caption className="sr-only">Users</caption>
      <colgroup>
        <col className="w-10" />
        <col />
        <col className="w-30" />
        <col className="w-30" />
        <col className="w-34" />
        <col className="w-22" />
        <col className="w-[17%]" />
        <col className="w-34" />
      </colgroup>
      <thead className="max-lg:sr-only">
        <tr className="h-10 border-line border-b text-left text-muted text-sm">
          <th scope="col">
            <span className="sr-only">Selected</span>
          </th>
          {COLUMNS.map(({ sort, label, isFigure }) => {
            const isSorted = order.sort === sort
            const isUp = order.direction === 'asc'
            const Arrow = isUp ? ArrowUp : ArrowDown
            return (
              <th
                key={sort}
                scope="col"
                aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : undefined}
                className={classNames('pr-4 font-medium', isFigure && 'text-right')}
              >
                <button
                  type="button"
                  onClick={() => onSort(orderByPress(search, sort))}
                  className={classNames(
                    'hit-area inline-flex items-center gap-1 rounded-[4px] hover:text-ink',
                    isSorted && 'text-ink',
                  )}
                >
                  {label}
                  {isSorted && <Arrow aria-hidden className="size-3.5" />}
                </button>
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {rows.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            outcome={outcomes[user.id]}
            isSelected={selected.has(user.id)}
            onSelect={(isSelected) => {
              const next = new Set(selected)
              if (isSelected) next.add(user.id)
              else next.delete(user.id)
              select(next)
            }}
          />
        ))}
      </tbody>
    </table>
  )
}

function UserRow({
  user,
  outcome,
  isSelected,
  onSelect,
}: {
  user: AdminUser
  outcome: Outcome | undefined
  isSelected: boolean
  onSelect(isSelected: boolean): void
}) {
  return (
    <tr className="border-line border-b max-lg:relative max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 max-lg:py-2 max-lg:pl-9 md:max-lg:grid-cols-4">
      <td className={`${CELL} max-lg:absolute max-lg:top-2 max-lg:left-0`}>
        <Checkbox
          label={`Select ${user.email}`}
          isLabelHidden
          checked={isSelected}
          onCheckedChange={onSelect}
        />
      </td>
      <td className={`${CELL} max-lg:col-span-full`}>
        <Link
          to="/users/$id"
          params={{ id: user.id }}
          className="wrap-anywhere font-medium text-accent hover:underline pointer-coarse:inline-block pointer-coarse:min-h-11"
        >
          {user.email}
        </Link>
        <span className="ml-2 inline-flex gap-1.5 align-middle">
          {user.is_admin && <Badge hue="administrator">Admin</Badge>}
          {user.is_banned && <Badge hue="surgeon">Banned</Badge>}
        </span>
        {outcome && (
          <p className={outcome.isDone ? 'text-ok text-sm' : 'text-danger text-sm'}>
            {outcome.words}
          </p>
        )}
      </td>
      <Cell label="Signed up">{formatDay(user.signup_date)}</Cell>
      <Cell label="Last sign-in">
        {user.last_sign_in_at ? formatDay(user.last_sign_in_at) : 'Never'}
      </Cell>
      <Cell label="Subscription">
        <span className={user.subscription_plan === 'Free' ? 'text-muted' : undefined}>
          {user.subscription_plan}
        </span>
      </Cell>
      <Cell label="Exports" className="lg:text-right">
        {formatCount(user.total_exports)}
      </Cell>
      <Cell label="Source" isMissing={!user.source} className="md:max-lg:col-span-2">
        <span className="wrap-anywhere line-clamp-2 text-muted" title={user.source ?? undefined}>
          {user.source ?? '–'}
        </span>
      </Cell>
      <Cell label="Grant" isMissing={!user.grant}>
        {user.grant ? (
          <Badge hue="pharmacist">{grantWords(user.grant)}</Badge>
        ) : (
          <span className="text-muted">–</span>
        )}
      </Cell>
    </tr>
  )
}

/** A value; on a card with its label, and a missing one not at all. */
function Cell({
  label,
  isMissing = false,
  className,
  children,
}: {
  label: string
  isMissing?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <td
      className={classNames(
        CELL,
        'tabular-nums max-lg:py-1',
        isMissing && 'max-lg:hidden',
        className,
      )}
    >
      <span className="block text-muted text-xs lg:hidden">{label}</span>
      {children}
    </td>
  )
}
