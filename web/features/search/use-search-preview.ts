import { useEffect, useState } from 'react'
import type { SearchPreview } from '#api/contract/search-assist.ts'
import type { SearchFilters } from '#db/schema/search.ts'
import { ApiError } from '#web/lib/api-client.ts'
import { isWorthSaving } from './filters.ts'
import { previewSearch } from './search-client.ts'

/** Counting is limited per network: ask only once the typing has stopped. */
const TYPING_PAUSE_MS = 500

export interface PreviewedSearch {
  /** What the preview is of. */
  filters: SearchFilters
  preview: SearchPreview | null
  /** Why there is none. */
  error: ApiError | null
}

/** How a search is understood and how many match, for whoever may not see whom; the last until the next. */
export function useSearchPreview(filters: SearchFilters): PreviewedSearch | null {
  const [previewed, setPreviewed] = useState<PreviewedSearch | null>(null)
  // The address makes other objects of the same filters.
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
