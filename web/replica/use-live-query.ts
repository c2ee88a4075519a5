import { useEffect, useState } from 'react'
import type { QueryArgs, QueryName, QueryRowOf } from '#sync/contract/queries.ts'
import { type Absence, absenceOf } from '#web/lib/absence.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { useProxyValue } from '#web/lib/use-proxy-value.ts'
import { useActor } from '#web/session/session.ts'
import { keepHeard, keepRows, readKept } from './first-paint-cache.ts'
import { followQuery, isBeginning } from './follow-query.ts'
import { replicaStore } from './replica.ts'
import { withNew } from './with-new.ts'

/** The rows of a query as far as they are known, and how far that is. */
export interface LiveQuery<Row> {
  rows: readonly Row[]
  /** `loading` until there are rows, or it is known that there are none. */
  status: 'loading' | 'ready' | 'failed'
  /** The server may hold newer rows: what is missing here is not missing for certain. */
  isStale: boolean
  /** What it means where there are no rows. */
  absence: Absence
}

interface Answer {
  key: string
  rows: unknown[]
  /** Of the last visit: the rows themselves are still being opened. */
  isKept: boolean
}

/**
 * A read of the user's rows that follows them, wherever they are kept.
 * @param isPatient waits until the rows are open, beside a press that their opening would hold up.
 */
export function useLiveQuery<N extends QueryName>(
  name: N,
  args: QueryArgs<N>,
  { isPatient = false } = {},
): LiveQuery<QueryRowOf<N>> {
  const { id: userId } = useActor()
  const state = useProxyValue(replicaStore, ({ status }) => status?.state)
  const isOpen = useProxyValue(replicaStore, ({ replica }) => replica !== null)
  const isComplete = useProxyValue(replicaStore, ({ status }) => status?.isComplete === true)
  const isOnline = useOnline()
  const canFollow = isOpen || !isPatient
  const [latest, setLatest] = useState<Answer>()
  const [failedKey, setFailedKey] = useState<string>()
  const text = JSON.stringify(args)
  const key = `${userId} ${name} ${text}`

  useEffect(() => {
    if (userId === null) return
    let isOver = false
    void readKept(userId, name, text).then((rows) => {
      if (!rows || isOver) return
      setLatest((now) => (now?.key === key ? now : { key, rows, isKept: true }))
    })
    const follow = () =>
      followQuery({
        name,
        args: JSON.parse(text),
        onRows(rows) {
          setFailedKey(undefined)
          const { state, isComplete } = replicaStore.status ?? {}
          if (isBeginning(state)) return
          // A device that went offline before all rows were here knows of its own work alone: that is
          // added to what was seen before.
          const isBelieved = isComplete === true || state !== 'offline'
          setLatest((now) =>
            isBelieved || now?.key !== key
              ? { key, rows, isKept: false }
              : { ...now, rows: withNew(now.rows, rows) },
          )
          if (isBelieved) keepRows(userId, name, text, rows)
        },
        onFailure: () => setFailedKey(key),
      })
    const end = canFollow ? follow() : undefined
    return () => {
      isOver = true
      end?.()
    }
  }, [userId, name, text, key, canFollow])

  useEffect(() => {
    if (userId !== null && state === 'live') void keepHeard(userId)
  }, [userId, state])

  const answer = latest?.key === key ? latest : undefined
  const rows = (answer?.rows ?? []) as QueryRowOf<N>[]
  const hasFailed = state === 'failed' || failedKey === key
  const isKept = answer?.isKept !== false
  // What was seen at the last visit is better than nothing; that nothing was seen is not.
  const isAnswered = answer && (rows.length > 0 || !isKept || !hasFailed)
  return {
    rows,
    status: isAnswered ? 'ready' : hasFailed ? 'failed' : 'loading',
    isStale: isKept || state !== 'live',
    absence: absenceOf({ isKept, isComplete, isAway: !isOnline || state === 'offline' }),
  }
}
