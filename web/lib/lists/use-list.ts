import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { useHasOpenForm } from '#web/lib/open-forms.ts'
import { leftTeams } from '#web/replica/left-teams.ts'
import { type LiveQuery, useLiveQuery } from '#web/replica/use-live-query.ts'
import { useReplicaState } from '#web/replica/use-replica-state.ts'
import type { Absence } from './absence.ts'
import { FROM_MISSING_LIST, reportMissingList } from './list-address.ts'

/**
 * What is known of a list: `left`, it is of a team that the account is out of; `away`, it may be on the
 * server, which cannot be reached or is not asked for a while; `missing`, there is certainly none; `gone`,
 * there is none any more, and this screen has shown it.
 */
type ListStatus = 'here' | 'loading' | 'left' | 'away' | 'missing' | 'gone' | 'failed'

export interface ListAt {
  listId: string
  /** The team whose list it is; null for the account's own. */
  team: string | null
  /** The list, where it is `here`; while a form is open, as it was last, however absent it is. */
  list: ListSummary | undefined
  status: ListStatus
  /** The name of the team that was left, where it was given one. */
  leftTeam: string | null
  /** How to read a count of no people. */
  absence: Absence
}

/**
 * The list at an address, which is left when there is certainly no such list.
 * @param team whose list it is; null for the account's own.
 */
export function useList(listId: string, team: string | null): ListAt {
  const query = useLiveQuery('lists.one', { id: listId, team })
  const [list] = query.rows
  const leftTeam = useLeftTeam(listId)
  const isPaused = useReplicaState(({ status }) => status?.isPaused === true)
  const isBroken = useReplicaState(({ status }) => status?.state === 'failed')
  const shown = useLastShown(`${team} ${listId}`, list)
  const hasOpenForm = useHasOpenForm()
  const absent = absentStatus(query, { isPaused, isBroken, wasHere: shown !== undefined })
  const status = list ? 'here' : leftTeam !== undefined ? 'left' : absent
  useLeaveMissingList(status === 'missing')
  return {
    listId,
    team,
    // An open form keeps the list, or its text would be lost; but a team's rows may not outlast the membership.
    list: list ?? (hasOpenForm && status !== 'left' ? shown : undefined),
    status,
    leftTeam: leftTeam ?? null,
    absence: query.absence,
  }
}

/** Leaves the screen of a list that is certainly not there, and says why. */
export function useLeaveMissingList(isMissing: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isMissing) return
    reportMissingList()
    void navigate(FROM_MISSING_LIST)
  }, [isMissing, navigate])
}

/** The list of this key as this screen showed it last; undefined where it never did. */
function useLastShown(key: string, list: ListSummary | undefined): ListSummary | undefined {
  const [last, setLast] = useState<{ key: string; list: ListSummary }>()
  if (list && (last?.key !== key || last.list !== list)) setLast({ key, list })
  return last?.key === key ? last.list : undefined
}

function absentStatus(
  { status, isStale, isAway, hasFailed }: Omit<LiveQuery<unknown>, 'rows' | 'absence'>,
  { isPaused, isBroken, wasHere }: { isPaused: boolean; isBroken: boolean; wasHere: boolean },
): ListStatus {
  if (status === 'ready' && !isStale) return wasHere ? 'gone' : 'missing'
  if (status === 'failed' || hasFailed) {
    // The fallback device reads from the server: while that is away, every question fails.
    return isAway && !isBroken ? 'away' : 'failed'
  }
  return isPaused || (status === 'ready' && isAway) ? 'away' : 'loading'
}

/** The name of the team whose list this was; undefined where it is none of a team that was left. */
function useLeftTeam(listId: string): string | null | undefined {
  return useProxyValue(leftTeams, ({ byList, names }) => {
    const team = byList[listId]
    return team === undefined ? undefined : names[team]
  })
}
