import { useEffect, useState } from 'react'
import type { SearchFilters } from '#api/contract/search.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { search } from '#web/lib/people/directory-client.ts'
import { DEBOUNCE_MS } from './use-debounced-text.ts'
import type { SearchResults } from './use-search-results.ts'

export interface DrawerCount {
  /** The last known number of people; null where there is none, or it cannot be had. */
  count: number | null
  /** Whether that number is of former filters. */
  isPending: boolean
}

/**
 * How many people the filters find with what is half typed in them: the results' own number wherever it is of the
 * same filters, else one that is asked for once the user pauses.
 * @param filters as applied; their search is the screen's
 * @param asked with each half-typed value
 */
export function useDrawerCount(
  filters: SearchFilters,
  asked: SearchFilters,
  { found, failed }: Pick<SearchResults, 'found' | 'failed'>,
): DrawerCount {
  const [counted, setCounted] = useState<{ key: string; count: number | null }>()
  const [last, setLast] = useState<number | null>(null)
  // Keyed by text: each address makes a new object of the same filters.
  const key = JSON.stringify(asked)
  const isOfResults = key === JSON.stringify(filters)
  const countOf = () => {
    if (found && !found.params.news && JSON.stringify(found.params.filters) === key) {
      return found.answer.count
    }
    if (isOfResults && failed) return null
    return counted?.key === key ? counted.count : undefined
  }
  const count = countOf()
  if (count !== undefined && count !== last) setLast(count)

  const isUnknown = count === undefined && !isOfResults
  useEffect(() => {
    if (!isUnknown) return
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      search({ filters: JSON.parse(key), limit: 1 }, signal).then(
        (answer) => {
          if (!signal.aborted) setCounted({ key, count: answer.count })
        },
        (error: unknown) => {
          if (signal.aborted) return
          if (!(error instanceof ApiError)) throw error
          setCounted({ key, count: null })
        },
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, isUnknown])

  return { count: count === undefined ? last : count, isPending: count === undefined }
}
