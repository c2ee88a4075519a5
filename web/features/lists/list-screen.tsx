import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Phone } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { documentTitle } from '#api/contract/pages.ts'
import { formatCount } from '#web/lib/format.ts'
import { keepFocus } from '#web/lib/keep-focus.ts'
import { AbsentList } from '#web/lib/lists/absent-list.tsx'
import { useList } from '#web/lib/lists/use-list.ts'
import { rememberList } from '#web/replica/last-list.ts'
import { teamSearch, useTeams } from '#web/replica/teams.ts'
import { useActor, useCan } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CombineList } from './combine-list.tsx'
import { listLink } from './list-actions.ts'
import { ListName } from './list-name.tsx'
import { MemberList } from './member-list.tsx'
import { DEFAULT_ORDER, type OrderName } from './member-order.ts'
import { MoveList } from './move-list.tsx'

/** One list with its members. */
export function ListScreen({
  listId,
  team = null,
  order = DEFAULT_ORDER,
  onOrder,
}: {
  listId: string
  /** The team whose list it is; null for the account's own. */
  team?: string | null
  order?: OrderName | undefined
  onOrder?(order: OrderName): void
}) {
  const at = useList(listId, team)
  const { list, absence } = at
  const { teamOf, nameOf, mayIn } = useTeams()
  const { id: accountId } = useActor()
  const mayWrite = useCan('outreach.write')
  const navigate = useNavigate()
  const mayCall = list && (teamOf(list) ? mayIn(list, 'outreach.write') : mayWrite)

  useEffect(() => {
    if (list) document.title = documentTitle(list.name)
  }, [list])

  const [owner_id, id] = [list?.owner_id, list?.id]
  useEffect(() => {
    // When it is opened, and not when it changes: a list made of it meanwhile is the last one.
    if (owner_id !== undefined && id !== undefined) rememberList({ owner_id, id })
  }, [owner_id, id])

  return (
    <ListFrame>
      <AbsentList at={at} skeleton={<ListSkeleton />} />
      {list && (
        <header className="pb-5">
          <div className="flex narrow:flex-wrap items-center gap-x-1">
            <ListName list={list}>
              <h1 className="min-w-0 font-semibold text-lg [overflow-wrap:anywhere] md:text-xl">
                {list.name}
              </h1>
            </ListName>
            <div className="flex shrink-0 gap-1">
              <CombineList list={list} />
              <MoveList
                list={list}
                // The same screen, at the list's new address.
                onMoved={(moved) => void navigate({ ...listLink(moved), replace: true })}
              />
            </div>
          </div>
          {teamOf(list) && (
            <p className="mt-1 text-muted">
              {teamOf(list)?.name}, made by {nameOf(list, list.created_by)}
            </p>
          )}
          {list.description && <p className="mt-1 max-w-180">{list.description}</p>}
          {/* Their space is reserved: until the members have arrived, neither is shown. */}
          <div className="mt-1 flex min-h-5 flex-wrap items-center gap-x-4">
            <p className="text-muted tabular-nums">
              {(list.member_count > 0 || absence === 'none') && workers(list.member_count)}
            </p>
            {mayCall && (
              <Link
                to="/lists/$listId/call"
                params={{ listId: list.id }}
                search={teamSearch(list)}
                className={`${buttonClass({ variant: 'primary', size: 'sm' })} ${
                  list.member_count > 0 ? '' : 'invisible'
                }`}
              >
                <Phone aria-hidden />
                Call block
              </Link>
            )}
          </div>
        </header>
      )}
      <MemberList
        address={{ owner_id: team ?? accountId ?? '', id: listId }}
        list={list ?? null}
        order={order}
        onOrder={onOrder}
      />
    </ListFrame>
  )
}

/** "1 healthcare worker", "12 healthcare workers". */
function workers(count: number): string {
  return `${formatCount(count)} healthcare ${count === 1 ? 'worker' : 'workers'}`
}

/** The frame of a list's screen, whether or not the list exists. */
export function ListFrame({ children }: { children: ReactNode }) {
  return (
    <div
      ref={keepFocus}
      tabIndex={-1}
      className="page flex flex-1 flex-col py-4 outline-none md:py-8"
    >
      <Link
        to="/directory"
        className={`${buttonClass({ variant: 'ghost', size: 'sm' })} mb-3 -ml-3 self-start`}
      >
        <ArrowLeft aria-hidden />
        Back to Directory
      </Link>
      {children}
    </div>
  )
}

function ListSkeleton() {
  return (
    // As high as most lists, so that the footer does not leave the screen when the rows arrive.
    <div role="status" aria-label="Loading list" className="flex min-h-dvh flex-col gap-2">
      <Skeleton className="h-8 w-64 max-w-full" />
      <Skeleton className="h-5 w-40" />
    </div>
  )
}
