import type { SearchParams } from '#api/contract/search-params.ts'
import { previewErrorMessage } from '#web/lib/error-messages.ts'
import { formatPeople } from '#web/lib/format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { isWorthSaving } from './filters.ts'
import type { PreviewedSearch } from './use-search-preview.ts'

/** The number of matches for a user without a plan; nobody is named. */
export function PreviewSummary({
  params: { filters },
  previewed,
}: {
  params: SearchParams
  previewed: PreviewedSearch | null
}) {
  if (!isWorthSaving(filters)) return null
  return (
    <div role="status" className="min-h-12 text-center">
      {previewed ? (
        <>
          <p className="font-semibold text-lg tabular-nums">{sentenceOf(previewed)}</p>
          {previewed.preview?.notice && (
            <p className="wrap-anywhere text-muted">{previewed.preview.notice}</p>
          )}
        </>
      ) : (
        <Skeleton className="mx-auto h-6 w-48" />
      )}
    </div>
  )
}

function sentenceOf({ preview, error }: PreviewedSearch): string {
  if (error) return previewErrorMessage(error)
  if (!preview || preview.count === null) return 'Fewer than 50 people match'
  return `${formatPeople(preview.count)} match`
}
