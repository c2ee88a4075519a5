import { useCallback, useEffect, useState } from 'react'
import { isApiError } from './api-client.ts'
import { retriedCall } from './retried-call.ts'
import { useBackOnline } from './use-back-online.ts'

/**
 * A value that a screen fetches when it opens, and again when the network returns. The old value stays
 * while it is fetched again.
 */
export interface Remote<Value> {
  value: Value | undefined
  hasFailed: boolean
  reload(): void
}

/**
 * @param read is stable between renders. Its failures set `hasFailed`.
 * @param isExpected tells failed calls from faults of our own, which are thrown.
 */
export function useRemote<Value>(
  read: () => Promise<Value>,
  isExpected: (error: unknown) => boolean = isApiError,
): Remote<Value> {
  const [value, setValue] = useState<Value>()
  const [hasFailed, setHasFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((last) => last + 1), [])
  useBackOnline(
    useCallback(() => {
      setHasFailed(false)
      reload()
    }, [reload]),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` repeats the read.
  useEffect(() => {
    let isCurrent = true
    retriedCall(read).then(
      (next) => {
        if (!isCurrent) return
        setValue(() => next)
        setHasFailed(false)
      },
      (error: unknown) => {
        if (!isExpected(error)) throw error
        if (isCurrent) setHasFailed(true)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [read, isExpected, turn])

  return { value, hasFailed, reload }
}
