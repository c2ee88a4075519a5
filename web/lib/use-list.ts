import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ListSummary } from '#sync/contract/list-queries.ts'
import { leftTeams } from '#web/replica/left-teams.ts'
import { type LiveQuery, useLiveQuery } from '#web/replica/use-live-query.ts'
import { useReplicaState } from '#web/replica/use-replica-state.ts'
import type { Absence } from './absence.ts'
import { FROM_MISSING_LIST, reportMissingList } from './list-address.ts'
import { useProxyValue } from './use-proxy-value.ts'

/**
 * What is known of a list: `left`, it is of a team that the account is out of; `away`, it may be on the
 * server, which cannot be reached or is not asked for a while; `missing`, there is certainly none.
 */
type ListStatus = 'here' | 'loading' | 'left' | 'away' | 'missing' | 'failed'

export interface ListAt {
  /** The list, where it is `here`. */
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
  const absent = absentStatus(query, { isPaused, isBroken })
  const status = list ? 'here' : leftTeam !== undefined ? 'left' : absent
  const navigate = useNavigate()
  const isMissing = status === 'missing'

  useEffect(() => {
    if (!isMissing) return
    reportMissingList()
    void navigate(FROM_MISSING_LIST)
  }, [isMissing, navigate])

  return { list, status, leftTeam: leftTeam ?? null, absence: query.absence }
}

function absentStatus(
  { status, isStale, isAway, hasFailed }: Omit<LiveQuery<unknown>, 'rows' | 'absence'>,
  { isPaused, isBroken }: { isPaused: boolean; isBroken: boolean },
): ListStatus {
  if (status === 'ready' && !isStale) return 'missing'
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
