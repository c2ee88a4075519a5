import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { AdminUserView } from '#api/contract/admin-user-page.ts'
import type { ApiError } from '#web/lib/api-client.ts'
import { formatCount } from '#web/lib/format.ts'
import { formatAge, formatDay } from '#web/lib/format-time.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breakable } from '#web/ui/breakable.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { usersError } from './account-messages.ts'
import { fetchUser } from './accounts-client.ts'
import { periodLabel, planStatus } from './plan-words.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { SupportPanel } from './support-panel.tsx'
import { Timeline } from './timeline.tsx'
import { UserActions } from './user-actions.tsx'
import { UserGrants } from './user-grants.tsx'
import { UserTeams } from './user-teams.tsx'

/**
 * `/users/{id}`: one account, as counts and dates. Keyed by the id, so that another account is a new
 * screen.
 */
export function UserScreen({ userId, onDeleted }: { userId: string; onDeleted(): void }) {
  const read = useCallback(() => fetchUser(userId), [userId])
  const { value: view, failure, reload } = useRemote(read)
  // An action on the account appears in its history: both are loaded again.
  const [turn, setTurn] = useState(0)
  const handleChange = () => {
    reload()
    setTurn(turn + 1)
  }
  return (
    <div className="page flex flex-1 flex-col py-6 md:py-10">
      <Link
        to="/users"
        className="hit-area mb-3 inline-flex items-center gap-1 self-start text-muted text-sm hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-4" />
        Users
      </Link>
      {!view && failure && <Failure error={failure} onRetry={reload} />}
      {!view && !failure && (
        <>
          <h1 className="sr-only">User</h1>
          <RowsSkeleton label="Loading the user" />
        </>
      )}
      {view && (
        <>
          <Heading view={view} />
          <UserActions view={view} onChanged={handleChange} onDeleted={onDeleted} />
          <div className="grid gap-x-12 gap-y-10 pt-8 md:grid-cols-[minmax(0,1fr)_19rem] lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="order-2 md:order-1">
              <Timeline key={turn} userId={userId} />
            </div>
            <div className="order-1 flex flex-col gap-8 md:order-2">
              <Facts view={view} />
              <SupportPanel userId={userId} onEnded={handleChange} />
              <UserTeams view={view} onChanged={handleChange} />
              <UserGrants view={view} onChanged={handleChange} />
              <Sessions sessions={view.sessions} />
            </div>
          </div>
        </>
      )}
    </div>
  )
}

function Failure({ error, onRetry }: { error: ApiError; onRetry(): void }) {
  // A malformed id counts as not found.
  if (error.code === 'not_found' || error.code === 'invalid_input') {
    return (
      <EmptyState isWholeScreen title="There is no such user">
        The account was deleted, or the address is wrong.
      </EmptyState>
    )
  }
  const { title, description } = usersError(error)
  return (
    <ErrorPanel title={title} action={<Button onClick={onRetry}>Try again</Button>}>
      {description}
    </ErrorPanel>
  )
}

function Heading({ view: { user } }: { view: AdminUserView }) {
  return (
    <header className="pb-4">
      <h1 className="wrap-anywhere font-semibold text-xl">
        <Breakable address={user.email} />
      </h1>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <span className="wrap-anywhere">{user.name}</span>
        {user.is_admin && <Badge hue="administrator">Admin</Badge>}
        {user.is_banned && <Badge hue="surgeon">Banned</Badge>}
        {!user.is_confirmed && <Badge hue="default">Address not confirmed</Badge>}
      </p>
      {user.banned_at && (
        <p className="mt-2">
          Banned on {formatDay(user.banned_at)}
          {user.ban_reason && `: ${user.ban_reason}`}
        </p>
      )}
    </header>
  )
}

function Facts({ view: { user, plan, counts } }: { view: AdminUserView }) {
  const period = plan?.period_end ? formatDay(plan.period_end) : null
  const facts: [string, string][] = [
    ['Subscription', user.subscription_plan],
    ...(plan && plan.status !== 'none'
      ? ([['Status', planStatus(plan)]] as [string, string][])
      : []),
    ...(plan && period ? ([[periodLabel(plan), period]] as [string, string][]) : []),
    ['Signed up', formatDay(user.signup_date)],
    ['Last sign-in', user.last_sign_in_at ? formatDay(user.last_sign_in_at) : 'Never'],
    ['Source', user.source ?? '–'],
    ['Second factor', user.has_second_factor ? 'Yes' : 'No'],
    ['Reveals', formatCount(counts.reveals)],
    ['Exports', formatCount(counts.exports)],
    ['People exported', formatCount(counts.exported_people)],
  ]
  return (
    <section aria-label="Account">
      <h2 className="pb-3 font-semibold text-md">Account</h2>
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const FACTORS = { password: 'password', code: 'password and code', passkey: 'passkey' }

function Sessions({ sessions }: { sessions: AdminUserView['sessions'] }) {
  return (
    <section aria-label="Sessions">
      <h2 className="pb-3 font-semibold text-md">Sessions</h2>
      {sessions.length === 0 && <p className="text-muted">Signed in nowhere.</p>}
      <ul className="flex flex-col gap-2">
        {sessions.map(({ id, started_at, last_used_at, factor }) => (
          <li key={id}>
            <p>Since {formatDay(started_at)}</p>
            <p className="text-muted text-sm">
              By {FACTORS[factor]}, last used {formatAge(last_used_at)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
