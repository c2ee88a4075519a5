import { useEffect, useState } from 'react'
import type { QueryArgs, QueryName, QueryRowOf } from '#sync/contract/queries.ts'
import { useOnline } from '#web/lib/hooks/use-online.ts'
import { keepUnchanged } from '#web/lib/keep-unchanged.ts'
import { type Absence, absenceOf } from '#web/lib/lists/absence.ts'
import { useActor } from '#web/session/session.ts'
import { cacheRows, readCachedRows, recordContact } from './first-paint-cache.ts'
import { followQuery, isBeginning, isCurrent } from './follow-query.ts'
import { noteAnswer } from './next-answer.ts'
import { replicaStore } from './replica.ts'
import { useReplicaState } from './use-replica-state.ts'
import { withNew } from './with-new.ts'

/** A live query's rows, and how complete they are. */
export interface LiveQuery<Row> {
  rows: readonly Row[]
  /** `loading` until there are rows, or it is certain that there are none or none for a while. */
  status: 'loading' | 'ready' | 'failed'
  /** The server may hold newer rows: a row missing here may exist there. */
  isStale: boolean
  /** There is no network, or the server does not answer. */
  isAway: boolean
  /** The device, or the last run of this query, has failed. */
  hasFailed: boolean
  /** How to read an answer without rows. */
  absence: Absence
}

interface Answer {
  key: string
  rows: readonly unknown[]
  /** The rows are those of the last visit, while the replica is still opening. */
  isCached: boolean
  /** The device had all that the server has: a row that is missing here does not exist. */
  isCurrent: boolean
}

/** One shared array, so that what depends on the rows of no answer does not run again. */
const NO_ROWS: readonly unknown[] = []

/**
 * A live query over the user's rows, whether from the first paint or the replica.
 * A row that has not changed is the same object from answer to answer.
 * @param isDeferred waits until the replica is open, so that its opening does not delay a press.
 */
export function useLiveQuery<N extends QueryName>(
  name: N,
  args: QueryArgs<N>,
  { isDeferred = false } = {},
): LiveQuery<QueryRowOf<N>> {
  const { id: userId } = useActor()
  const state = useReplicaState(({ status }) => status?.state)
  const isOpen = useReplicaState(({ replica }) => replica !== null)
  const isComplete = useReplicaState(({ status }) => status?.isComplete === true)
  // A pause within the first sync: what has not arrived will not for a while.
  const isHeld = useReplicaState(({ status }) => status?.isPaused === true) && !isComplete
  const isOnline = useOnline()
  const canFollow = isOpen || !isDeferred
  const [latest, setLatest] = useState<Answer>()
  const [failedKey, setFailedKey] = useState<string>()
  const text = JSON.stringify(args)
  const key = `${userId} ${name} ${text}`

  useEffect(() => {
    if (userId === null) return
    let isOver = false
    void readCachedRows(userId, name, text).then((rows) => {
      if (!rows || isOver) return
      setLatest((now) => (now?.key === key ? now : { key, rows, isCached: true, isCurrent: false }))
    })
    const follow = () =>
      followQuery({
        name,
        args: JSON.parse(text),
        onRows(rows) {
          setFailedKey(undefined)
          const status = replicaStore.status
          const { state, isComplete } = status ?? {}
          const isFirstSync = isBeginning(state)
          // Until its first sync is complete, a device holds little but its own work: that is added to
          // the rows seen before.
          const isAuthoritative = !isFirstSync && (isComplete === true || state !== 'offline')
          setLatest((now) => {
            if (!isAuthoritative && now?.key === key) {
              return { ...now, rows: withNew(now.rows, rows) }
            }
            if (isFirstSync) return now
            const kept = keepUnchanged(now?.rows ?? [], rows)
            return { key, rows: kept, isCached: false, isCurrent: isCurrent(status) }
          })
          if (isAuthoritative) cacheRows(userId, name, text, rows)
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
    if (userId !== null && state === 'live') void recordContact(userId)
  }, [userId, state])

  const answer = latest?.key === key ? latest : undefined
  useEffect(() => {
    if (answer) noteAnswer()
  }, [answer])

  const rows = (answer?.rows ?? NO_ROWS) as readonly QueryRowOf<N>[]
  const hasFailed = state === 'failed' || failedKey === key
  const isCached = answer?.isCached !== false
  const isAway = !isOnline || state === 'offline'
  // Cached rows are shown while loading. An empty cache, or an empty answer before the first sync is complete,
  // does not mean an empty result.
  const isProven = !isCached && isComplete
  const isAnswered = answer && (rows.length > 0 || isProven || !hasFailed)
  return {
    rows,
    status: isAnswered ? 'ready' : hasFailed ? 'failed' : isHeld ? 'ready' : 'loading',
    // An answer from before the device was current is followed by another.
    isStale: answer?.isCurrent !== true || state !== 'live' || !isComplete,
    isAway,
    hasFailed,
    absence: absenceOf({ isCached, isComplete, isAway: isAway || isHeld }),
  }
}
