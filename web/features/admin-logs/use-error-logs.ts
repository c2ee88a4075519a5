import { useCallback } from 'react'
import type {
  GroupDecision,
  SearchErrorEntry,
  SearchErrorGroup,
  SearchErrorQuery,
  SearchErrorStatistics,
} from '#api/contract/admin-search-errors.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { useRemote } from '#web/lib/hooks/use-remote.ts'
import { withConfirmation } from '#web/session/confirm-identity.ts'
import { showToast } from '#web/ui/toast-store.ts'
import {
  decideOnGroup,
  deleteSearchError,
  fetchSearchErrorGroups,
  fetchSearchErrorStatistics,
  fetchSearchErrors,
} from './logs-client.ts'

export interface ErrorLogs {
  /** Undefined while loading, again for every range and type. */
  entries: readonly SearchErrorEntry[] | undefined
  failure: ApiError | null
  /** Undefined until loaded; a failure shows as missing figures. */
  statistics: SearchErrorStatistics | undefined
  groups: readonly SearchErrorGroup[] | undefined
  reload(): void
  remove(id: string): Promise<void>
  decide(fingerprint: string, state: GroupDecision): Promise<void>
}

/** The log for a range and filters, and the decisions on its groups. */
export function useErrorLogs({ range, type, group }: SearchErrorQuery): ErrorLogs {
  const readEntries = useCallback(
    () => fetchSearchErrors({ range, ...(type ? { type } : {}), ...(group ? { group } : {}) }),
    [range, type, group],
  )
  const readStatistics = useCallback(() => fetchSearchErrorStatistics({ range }), [range])
  const readGroups = useCallback(
    () => fetchSearchErrorGroups(type ? { range, type } : { range }),
    [range, type],
  )
  const entries = useRemote(readEntries, `${range} ${type} ${group}`)
  const statistics = useRemote(readStatistics, range)
  const groups = useRemote(readGroups, `${range} ${type}`)
  const reload = () => {
    for (const part of [entries, statistics, groups]) part.reload()
  }

  return {
    entries: entries.value,
    failure: entries.failure,
    statistics: statistics.value,
    groups: groups.value,
    reload,
    async remove(id) {
      try {
        if (!(await withConfirmation(() => deleteSearchError(id)))) return
        entries.change((rows) => rows.filter((row) => row.id !== id))
        showToast({ title: 'Log deleted', tone: 'ok' })
        reload()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        showToast({
          title: 'Failed to delete log',
          description: error.message,
          tone: 'danger',
        })
      }
    },
    async decide(fingerprint, state) {
      try {
        await decideOnGroup(fingerprint, state)
        groups.change((rows) =>
          rows.map((row) => (row.fingerprint === fingerprint ? { ...row, state } : row)),
        )
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        showToast({ title: 'Action Failed', description: error.message, tone: 'danger' })
      }
    },
  }
}
