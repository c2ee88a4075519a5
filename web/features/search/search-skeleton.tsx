import { Skeleton } from '#web/ui/skeleton.tsx'
import { PreviewSkeleton } from './preview.tsx'
import { ResultsSkeleton } from './results-status.tsx'

/**
 * The search before it is known who searches. It is part of the document, so that it is painted before
 * any script has come. Columns and heights are those that the screen has by default.
 */
export function SearchSkeleton() {
  return (
    <div className="mx-auto flex w-full max-w-440 flex-1 items-stretch">
      <div className="w-(--rail-width) shrink-0 border-line border-r max-xl:hidden" />
      <div className="gutter min-w-0 flex-1 pb-24">
        <div className="pt-2 md:pt-3">
          <Skeleton className="h-10" />
        </div>
        <div className="h-21.25 border-line border-b md:h-34.25 short:max-xl:h-12.25" />
        <ResultsSkeleton />
      </div>
      <div className="w-(--preview-width) shrink-0 border-line border-l p-5 max-xl:hidden">
        <PreviewSkeleton />
      </div>
    </div>
  )
}
