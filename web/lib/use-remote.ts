import { useCallback, useEffect, useState } from 'react'

/** What a screen reads once when it opens. `isLoading` again on `reload`; the old value stays. */
export interface Remote<Value> {
  value: Value | undefined
  hasFailed: boolean
  reload(): void
}

/**
 * @param read is stable between renders. Its failures show as `hasFailed`.
 * @param isExpected tells failures of the call from faults of ours, which go on.
 */
export function useRemote<Value>(
  read: () => Promise<Value>,
  isExpected: (error: unknown) => boolean,
): Remote<Value> {
  const [value, setValue] = useState<Value>()
  const [hasFailed, setHasFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((last) => last + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again.
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
