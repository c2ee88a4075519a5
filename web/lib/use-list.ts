import { useEffect } from 'react'
import type { ListSummary } from '#sync/contract/queries.ts'
import { leftTeams } from '#web/replica/left-teams.ts'
import { useLiveQuery } from '#web/replica/use-live-query.ts'
import type { Absence } from './absence.ts'
import { useProxyValue } from './use-proxy-value.ts'

/**
 * What is known of a list: `left`, it is of a team that the account is out of; `away`, it may be on the
 * server, which cannot be reached; `missing`, there is certainly none.
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
 * The list at an address.
 * @param team whose list it is; null for the account's own.
 * @param onMissing called when there is certainly no such list.
 */
export function useList(listId: string, team: string | null, onMissing: () => void): ListAt {
  const query = useLiveQuery('lists.one', { id: listId, team })
  const [list] = query.rows
  const leftTeam = useLeftTeam(listId)
  const status = statusOf(list, leftTeam, query)
  const isMissing = status === 'missing'

  useEffect(() => {
    if (isMissing) onMissing()
  }, [isMissing, onMissing])

  return { list, status, leftTeam: leftTeam ?? null, absence: query.absence }
}

function statusOf(
  list: ListSummary | undefined,
  leftTeam: string | null | undefined,
  {
    status,
    isStale,
    isAway,
  }: Pick<ReturnType<typeof useLiveQuery>, 'status' | 'isStale' | 'isAway'>,
): ListStatus {
  if (list) return 'here'
  if (leftTeam !== undefined) return 'left'
  if (status !== 'ready') return status
  if (!isStale) return 'missing'
  return isAway ? 'away' : 'loading'
}

/** The name of the team whose list this was; undefined where it is none of a team that was left. */
function useLeftTeam(listId: string): string | null | undefined {
  return useProxyValue(leftTeams, ({ byList, names }) => {
    const team = byList[listId]
    return team === undefined ? undefined : names[team]
  })
}
