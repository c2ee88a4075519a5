import { useCallback, useEffect, useState } from 'react'
import { isApiError } from './api-client.ts'

/** A value that a screen fetches when it opens. The old value stays while `reload` fetches it again. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` repeats the read.
  useEffect(() => {
    let isCurrent = true
    read().then(
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
