import { useEffect, useState } from 'react'
import type { SearchFilters } from '#api/contract/search.ts'
import type { SearchPreview } from '#api/contract/search-assist.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { isWorthSaving } from './filters.ts'
import { previewSearch } from './search-client.ts'

/** Debounce: counting is rate-limited per network. */
const TYPING_PAUSE_MS = 500

export interface PreviewedSearch {
  /** The filters of the preview. */
  filters: SearchFilters
  preview: SearchPreview | null
  /** Why it failed. */
  error: ApiError | null
}

/**
 * How a search is understood and the number of matches, for users without a plan; the former one stays
 * until the next.
 */
export function useSearchPreview(filters: SearchFilters): PreviewedSearch | null {
  const [previewed, setPreviewed] = useState<PreviewedSearch | null>(null)
  // Keyed by text: each address makes a new object of the same filters.
  const key = JSON.stringify(filters)

  useEffect(() => {
    const asked: SearchFilters = JSON.parse(key)
    if (!isWorthSaving(asked)) return setPreviewed(null)
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      previewSearch(asked, signal).then(
        (preview) => {
          if (!signal.aborted) setPreviewed({ filters: asked, preview, error: null })
        },
        (error: unknown) => {
          if (signal.aborted) return
          if (!(error instanceof ApiError)) throw error
          setPreviewed({ filters: asked, preview: null, error })
        },
      )
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key])

  return previewed
}
