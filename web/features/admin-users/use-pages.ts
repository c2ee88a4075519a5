import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/lib/api-client.ts'

/** One page of a paginated list. */
export interface Page<Row> {
  rows: readonly Row[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
  /** The total, where the first page gives it. */
  count?: number | undefined
}

export interface Pages<Row> {
  /** All rows fetched so far; undefined until the first page has arrived. */
  rows: readonly Row[] | undefined
  count: number | undefined
  hasMore: boolean
  /** Why the first or the next page could not be loaded. */
  failure: ApiError | null
  isLoadingMore: boolean
  loadMore(): void
  reload(): void
}

interface Loaded<Row> {
  of: (after?: string) => Promise<Page<Row>>
  rows: readonly Row[]
  next: string | null
  count: number | undefined
}

/**
 * A paginated list of the server, shown as one.
 * @param fetchPage is stable while the list is the same: a new function starts a new list.
 */
export function usePages<Row>(fetchPage: (after?: string) => Promise<Page<Row>>): Pages<Row> {
  const [loaded, setLoaded] = useState<Loaded<Row>>()
  const [failed, setFailed] = useState<{ of: typeof fetchPage; error: ApiError } | null>(null)
  const [isLoadingMore, setIsLoadingMore] = useState(false)
  const current = useRef<object>({})

  const reload = useCallback(() => {
    const asked = {}
    current.current = asked
    setIsLoadingMore(false)
    fetchPage().then(
      ({ rows, next, count }) => {
        if (current.current !== asked) return
        setLoaded({ of: fetchPage, rows, next, count })
        setFailed(null)
      },
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (current.current === asked) setFailed({ of: fetchPage, error })
      },
    )
  }, [fetchPage])

  useEffect(() => {
    reload()
    return () => {
      current.current = {}
    }
  }, [reload])

  const isShown = loaded?.of === fetchPage
  async function more() {
    const asked = current.current
    if (!loaded?.next || isLoadingMore) return
    setIsLoadingMore(true)
    try {
      const page = await fetchPage(loaded.next)
      if (current.current !== asked) return
      setLoaded({ ...loaded, rows: [...loaded.rows, ...page.rows], next: page.next })
      setFailed(null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (current.current === asked) setFailed({ of: fetchPage, error })
    } finally {
      if (current.current === asked) setIsLoadingMore(false)
    }
  }

  return {
    rows: isShown ? loaded.rows : undefined,
    count: isShown ? loaded.count : undefined,
    hasMore: isShown && loaded.next !== null,
    failure: failed?.of === fetchPage ? failed.error : null,
    isLoadingMore,
    loadMore: () => void more(),
    reload,
  }
}
