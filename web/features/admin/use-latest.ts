import { useEffect, useState } from 'react'
import { ApiError } from '#web/lib/api-client.ts'

interface Latest<Value> {
  /** Undefined until the present `read` has answered. */
  value: Value | undefined
  /** Why the last call failed; the value of the call before stays. */
  failure: ApiError | null
  /** Changes the value here, as the server has just done. */
  change(next: (value: Value) => Value): void
}

/**
 * The answer to the latest read of a screen; a repeated read keeps the old value until it answers.
 * @param read is stable while the screen shows the same: a new function starts without a value.
 * @param turn repeats the read where it changes.
 */
export function useLatest<Value>(read: () => Promise<Value>, turn: number): Latest<Value> {
  const [loaded, setLoaded] = useState<{ of: typeof read; value: Value }>()
  const [failed, setFailed] = useState<{ of: typeof read; error: ApiError } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` repeats the read.
  useEffect(() => {
    let isCurrent = true
    read().then(
      (value) => {
        if (!isCurrent) return
        setLoaded({ of: read, value })
        setFailed(null)
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (isCurrent) setFailed({ of: read, error })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [read, turn])

  return {
    value: loaded?.of === read ? loaded.value : undefined,
    failure: failed?.of === read ? failed.error : null,
    change: (next: (value: Value) => Value) =>
      setLoaded((now) => now && { ...now, value: next(now.value) }),
  }
}
