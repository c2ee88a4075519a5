import type { ReactNode } from 'react'
import { type SearchParams, withFilters } from '#api/contract/search-params.ts'
import { FREE_LIMIT_REACHED } from '#web/lib/account/billing-messages.ts'
import { passesGate } from '#web/lib/account/show-gate.ts'
import { useBilling } from '#web/lib/account/use-billing.ts'
import { SELECT_ALL_NEEDS } from '#web/lib/error-messages.ts'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { useActor } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast-store.ts'
import { ActiveFilters } from './active-filters.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { PreviewSummary } from './preview-summary.tsx'
import { QueryField } from './query-field.tsx'
import { SavedControls, SaveSearchButton } from './saved-controls.tsx'
import { type ReadText, understood } from './understood.ts'
import { type PreviewedSearch, useSearchPreview } from './use-search-preview.ts'
import { DESK } from './widths.ts'

/**
 * The search of a user without a plan: the query, how it is understood and the number of matches, but no
 * person. No search runs, so no person reaches the browser.
 */
export function LockedSearch({
  params,
  paywall,
  onChange,
}: {
  params: SearchParams
  /** Covers the empty list. */
  paywall: ReactNode
  onChange(params: SearchParams): void
}) {
  const { role } = useActor()
  const { busy, upgrade } = useBilling()
  const hasRail = useMediaQuery(DESK)
  const previewed = useSearchPreview(params.filters)

  const refusePage = () =>
    showToast({
      ...FREE_LIMIT_REACHED,
      ...(role === 'free' ? { action: { label: 'Upgrade', onPress: () => void upgrade() } } : {}),
    })
  const refuseAll = () => passesGate('search.select_all', SELECT_ALL_NEEDS)

  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-440 flex-1 items-stretch">
      <h1 className="sr-only">Search</h1>
      {hasRail && (
        <aside
          aria-label="Filters"
          className="sticky top-(--top-bar-height) h-[calc(100dvh-var(--top-bar-height))] w-(--rail-width) shrink-0 overflow-hidden border-line border-r p-5 pl-(--gutter)"
        >
          {role === 'free' && (
            <Button
              variant="primary"
              className="mb-6 w-full"
              isBusy={busy !== null}
              onClick={() => void upgrade()}
            >
              Upgrade
            </Button>
          )}
          <h2 className="sr-only">Filters</h2>
          <div inert className="select-none opacity-45 grayscale">
            <FilterPanel filters={params.filters} onChange={() => undefined} facets={undefined} />
          </div>
        </aside>
      )}
      <section aria-label="Search results" className="gutter flex min-w-0 flex-1 flex-col pb-24">
        <div className="pt-2 md:pt-3">
          <QueryField {...{ params, onChange }} />
        </div>
        <div className="flex min-h-14 items-center justify-end border-line border-b py-2">
          {!hasRail && role === 'free' && (
            <Button
              variant="primary"
              size="sm"
              className="mr-auto"
              isBusy={busy !== null}
              onClick={() => void upgrade()}
            >
              Upgrade
            </Button>
          )}
          {role === 'visitor' ? (
            <SaveSearchButton params={params} isPending={false} />
          ) : (
            <SavedControls params={params} isPending={false} onChange={onChange} />
          )}
          <Button
            variant="ghost"
            size="sm"
            className="max-sm:px-2"
            data-restricted
            onClick={refusePage}
          >
            Select Page
          </Button>
          <Button
            variant="ghost"
            size="sm"
            className="-mr-3 max-sm:-mr-2 max-sm:px-2"
            data-restricted
            onClick={refuseAll}
          >
            Select All
          </Button>
        </div>
        <ActiveFilters
          filters={params.filters}
          understood={understood(params.filters, lastRead(previewed))}
          onChange={(filters) => onChange(withFilters(params, filters))}
        />
        <div className="flex flex-col items-center gap-8 py-8 md:py-14">
          <PreviewSummary {...{ params, previewed }} />
          {paywall}
        </div>
      </section>
    </div>
  )
}

function lastRead(previewed: PreviewedSearch | null): ReadText | null {
  return (
    previewed && {
      filters: previewed.filters,
      readings: previewed.preview?.interpretation,
    }
  )
}
