import { Link } from '@tanstack/react-router'
import { ArrowLeft, PartyPopper, UsersRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import type { MemberToCall } from '#sync/contract/outreach-queries.ts'
import { formatCount, presentTexts } from '#web/lib/format.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { AbsentList } from '#web/lib/lists/absent-list.tsx'
import { LIST_FAILED } from '#web/lib/lists/list-messages.ts'
import { useList } from '#web/lib/lists/use-list.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { cooldownFrom } from '#web/outreach/contact-person.ts'
import { completing } from '#web/outreach/outreach-sheet-store.ts'
import { useToday } from '#web/outreach/use-today.ts'
import { teamSearch } from '#web/replica/teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import { useActor } from '#web/session/session.ts'
import { AbsentRows } from '#web/ui/absent-rows.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PersonToCall } from './person-to-call.tsx'

/** A list's people one at a time, to call. A block is a day's: a person reached today is done. */
export function CallBlockScreen({
  listId,
  team,
}: {
  listId: string
  /** The team whose list it is; null for the account's own. */
  team: string | null
}) {
  const at = useList(listId, team)
  return (
    <div className="page flex flex-1 flex-col py-4 md:py-8">
      <AbsentList at={at} skeleton={<BlockSkeleton />} />
      {at.list && <CallBlock key={at.list.id} list={at.list} />}
    </div>
  )
}

function BlockSkeleton() {
  return (
    <div role="status" aria-label="Loading the call block" className="flex flex-col gap-5">
      <Skeleton className="h-7 w-full" />
      <div className="flex items-start gap-4">
        <Skeleton isRound className="size-14" />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton className="h-6 w-48 max-w-full" />
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="h-5 w-32" />
        </div>
      </div>
    </div>
  )
}

function CallBlock({ list }: { list: ListSummary }) {
  const { id: accountId } = useActor()
  const [begun] = useState(() => {
    const now = serverNow()
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
    return {
      begun_at: midnight.toISOString(),
      cooldown_from: cooldownFrom(list, now).toISOString(),
    }
  })
  /** People put off until the others are done. */
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const { rows, status, absence } = useLiveQuery('lists.to_call', {
    owner_id: list.owner_id,
    list_id: list.id,
    by: accountId ?? '',
    today: useToday(),
    skipped: [...skipped],
    ...begun,
  })
  const passed = useProxyValue(completing, ({ people }) => people)
  // Asked anew, the query is answered in a moment: its last answer names the next one, too.
  const [answered, setAnswered] = useState(rows)
  if (status === 'ready' && answered !== rows) setAnswered(rows)
  useEffect(() => {
    // A person who has left the queue has the outcome in the rows.
    completing.people = completing.people.filter((id) =>
      answered.some(({ candidate_id }) => candidate_id === id),
    )
  }, [answered])
  const left = answered.filter(
    ({ candidate_id: id }) => id === null || !(passed.includes(id) || skipped.includes(id)),
  )
  const done = answered.filter(({ candidate_id: id }) => id !== null && passed.includes(id)).length
  const [next] = left.map((row) => ({ ...row, done: row.done + done }))
  const [first] = skipped
  return (
    <>
      <Link
        to="/lists/$listId"
        params={{ listId: list.id }}
        search={teamSearch(list)}
        className={`${buttonClass({ variant: 'ghost', size: 'sm' })} mb-2 -ml-3 max-w-full self-start`}
      >
        <ArrowLeft aria-hidden />
        <span className="min-w-0 truncate">{list.name}</span>
      </Link>
      <h1 className="sr-only">Call block of {list.name}</h1>
      {status === 'failed' && (
        <ErrorPanel title={LIST_FAILED.title}>{LIST_FAILED.description}</ErrorPanel>
      )}
      {status === 'loading' && !next && <BlockSkeleton />}
      {next && <Progress block={next} />}
      {next?.candidate_id && next.card && (
        <PersonToCall
          key={next.candidate_id}
          list={list}
          next={next}
          onSkip={() => setSkipped((now) => [...now, next.candidate_id ?? ''])}
        />
      )}
      {status === 'ready' && done === 0 && !next?.candidate_id && (
        <AbsentRows absence={absence} rows="people of this list" skeleton={<BlockSkeleton />}>
          {list.member_count === 0 ? (
            <NoMembers />
          ) : (
            <EmptyState
              isWholeScreen
              icon={PartyPopper}
              title={first === undefined ? 'Everybody is done' : 'Only those you put off are left'}
              action={
                first === undefined ? (
                  <Link to="/due" className={buttonClass({ variant: 'primary' })}>
                    What is due
                  </Link>
                ) : (
                  <Button variant="primary" onClick={() => setSkipped([])}>
                    Go on with them
                  </Button>
                )
              }
            >
              People touched within the cooldown and those not to contact are left out.
            </EmptyState>
          )}
        </AbsentRows>
      )}
    </>
  )
}

function NoMembers() {
  return (
    <EmptyState
      isWholeScreen
      icon={UsersRound}
      title="Nobody is on this list yet"
      action={
        <Link to="/search" className={buttonClass({ variant: 'primary' })}>
          Go to Search
        </Link>
      }
    >
      Select people in the search and add them to the list, then call them one by one.
    </EmptyState>
  )
}

/** "12 of 50", and who is left out. */
function Progress({ block }: { block: MemberToCall }) {
  const { done, total, stopped, touched, candidate_id } = block
  const all = total - stopped - touched
  const leftOut = presentTexts([
    touched > 0 ? `${formatCount(touched)} touched of late` : null,
    stopped > 0 ? `${formatCount(stopped)} not to contact` : null,
  ]).join(', ')
  return (
    <div className="flex flex-col gap-1.5 pb-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
        <span aria-live="polite" className="font-semibold">
          {`${formatCount(Math.min(candidate_id ? done + 1 : done, all))} of ${formatCount(all)}`}
        </span>
        {leftOut && <span className="text-muted text-sm">Left out: {leftOut}</span>}
      </p>
      <div
        role="progressbar"
        aria-label="Done today"
        aria-valuenow={done}
        aria-valuemax={all}
        className="h-1 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full bg-accent"
          style={{ width: `${(100 * done) / Math.max(all, 1)}%` }}
        />
      </div>
    </div>
  )
}
