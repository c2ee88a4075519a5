import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#web/lib/api-client.ts'
import { retriedCall } from '#web/lib/retried-call.ts'
import { useBackOnline } from './use-back-online.ts'

/** A value that a screen fetches when it opens, and again when the network returns. */
export interface Remote<Value> {
  /** The latest answer. It stays while it is fetched again, and when that fails. */
  value: Value | undefined
  /** Why the last call failed; null while it is made again. */
  failure: ApiError | null
  reload(): void
  /** Changes the value here, as the server has just done. */
  change(next: (value: Value) => Value): void
}

/**
 * Fetches a value, and again where `read` is another function.
 * @param read is stable between renders. A fault that is no ApiError is thrown.
 * @param key names what is fetched: an answer to another key is not shown, however late it comes. Without one
 * the answer to the former `read` is shown until that to the present one is there.
 */
export function useRemote<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  key?: string,
): Remote<Value> {
  const [loaded, setLoaded] = useState<{ key: string | undefined; value: Value }>()
  const [failed, setFailed] = useState<{ of: typeof read; error: ApiError } | null>(null)
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => {
    setFailed(null)
    setTurn((last) => last + 1)
  }, [])
  useBackOnline(reload)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` repeats the read.
  useEffect(() => {
    const overtaken = new AbortController()
    const { signal } = overtaken
    retriedCall(() => read(signal)).then(
      (value) => {
        if (signal.aborted) return
        setLoaded({ key, value })
        setFailed(null)
      },
      (error: unknown) => {
        if (signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        setFailed({ of: read, error })
      },
    )
    return () => overtaken.abort()
  }, [read, key, turn])

  return {
    value: loaded?.key === key ? loaded?.value : undefined,
    failure: failed?.of === read ? failed.error : null,
    reload,
    change: (next) => setLoaded((now) => now && { ...now, value: next(now.value) }),
  }
}
