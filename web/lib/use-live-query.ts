import { useEffect, useState } from 'react'
import type { QueryArgs, QueryName, QueryRowOf } from '../../sync/contract/queries.ts'
import { followQuery, hasRows } from './follow-query.ts'
import { keepRows, readKept } from './kept-answers.ts'
import { replicaStore } from './replica.ts'
import { useActor } from './session.ts'
import { useProxyValue } from './use-proxy-value.ts'

export interface LiveQuery<Row> {
  rows: readonly Row[]
  /** `loading` until there are rows, or it is known that there are none. */
  status: 'loading' | 'ready' | 'failed'
  /** The server may hold newer rows: what is missing here is not missing for certain. */
  isStale: boolean
}

interface Answer {
  key: string
  rows: unknown[]
  /** Of the last visit: the rows themselves are still being opened. */
  isKept: boolean
}

/** A read of the user's rows that follows them, wherever they are kept. */
export function useLiveQuery<N extends QueryName>(
  name: N,
  args: QueryArgs<N>,
): LiveQuery<QueryRowOf<N>> {
  const { id: userId } = useActor()
  const state = useProxyValue(replicaStore, ({ status }) => status?.state)
  const [latest, setLatest] = useState<Answer>()
  const [failedKey, setFailedKey] = useState<string>()
  const text = JSON.stringify(args)
  const key = `${userId} ${name} ${text}`
  const isBeginning = state === undefined || state === 'starting' || state === 'first_sync'

  useEffect(() => {
    if (userId === null) return
    let isOver = false
    void readKept(userId, name, text).then((rows) => {
      if (!rows || isOver) return
      setLatest((now) => (now?.key === key ? now : { key, rows, isKept: true }))
    })
    const end = followQuery({
      name,
      args: JSON.parse(text),
      onRows(rows) {
        // Rows that are not here yet do not take the place of those that were.
        const isBelieved = rows.length > 0 || hasRows(replicaStore.status?.state)
        setLatest((now) =>
          isBelieved || !now?.isKept || now.key !== key ? { key, rows, isKept: false } : now,
        )
        if (isBelieved) keepRows(userId, name, text, rows)
      },
      onFailure: () => setFailedKey(key),
    })
    return () => {
      isOver = true
      end()
    }
  }, [userId, name, text, key])

  const answer = latest?.key === key ? latest : undefined
  const isFilled = answer !== undefined && answer.rows.length > 0
  const hasFailed = state === 'failed' || failedKey === key
  return {
    rows: (answer?.rows ?? []) as QueryRowOf<N>[],
    status: isFilled
      ? 'ready'
      : hasFailed
        ? 'failed'
        : !answer || isBeginning
          ? 'loading'
          : 'ready',
    isStale: answer?.isKept !== false || state !== 'live',
  }
}
