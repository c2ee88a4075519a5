import { Keyboard, PanelLeft, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Candidate } from '../../../db/schema/candidates.ts'
import { formatElapsed, formatPeople } from '../../lib/format.ts'
import { useProxyValue } from '../../lib/use-proxy-value.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { activeFilters } from './filters.ts'
import { SavedControls } from './saved-controls.tsx'
import type { SearchParams } from './search-params.ts'
import { chooseDensity, type Density, searchView, toggleRail } from './search-view.ts'
import { isPageSelected } from './selection.ts'
import { selectionStore, toggleSelectedAll, toggleSelectedPage } from './selection-store.ts'
import { SortControl } from './sort-control.tsx'
import { DESK, TABLET, useMediaQuery } from './use-media-query.ts'
import type { SearchResults } from './use-search-results.ts'

const DENSITY_OPTIONS: { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

/** Stays in view above the results: how many, in which order, which of them. */
export function SearchToolbar({
  params,
  results,
  tools,
  onChange,
}: {
  params: SearchParams
  results: SearchResults
  /** Of administrators. */
  tools?: ReactNode
  onChange(params: SearchParams): void
}) {
  const { found, isPending } = results
  const isDesk = useMediaQuery(DESK)
  const isTablet = useMediaQuery(TABLET)
  const { isRailOpen, density } = useToolbarView()
  const filterCount = activeFilters({ ...params.filters, query: '' }).length

  return (
    <div
      aria-busy={isPending}
      className="@container sticky top-(--top-bar-height) z-10 border-line border-b bg-paper/95 backdrop-blur-sm [@media(height<560px)]:static"
    >
      <div className="flex min-h-13 items-center gap-2 py-1 md:min-h-14 md:py-2">
        {isTablet ? (
          <IconButton
            label={isRailOpen ? 'Collapse filters' : 'Expand filters'}
            icon={PanelLeft}
            aria-expanded={isRailOpen}
            className="-ml-2"
            onClick={toggleRail}
          />
        ) : (
          <Button
            aria-haspopup="dialog"
            onClick={() => {
              searchView.overlay = 'filters'
            }}
          >
            <SlidersHorizontal aria-hidden />
            <span>
              <span className="sr-only">Open </span>Filters
            </span>
            {filterCount > 0 && <span className="text-accent tabular-nums">{filterCount}</span>}
          </Button>
        )}
        <SortControl params={params} onChange={onChange} />
        {isTablet && <SavedControls {...{ params, isPending, onChange }} />}
        {isTablet && (
          <div className="ml-auto">
            <Segmented
              label="Density"
              value={density}
              onValueChange={chooseDensity}
              options={DENSITY_OPTIONS}
            />
          </div>
        )}
        {isDesk && (
          <IconButton
            label="Keyboard shortcuts"
            icon={Keyboard}
            className="-mr-2"
            onClick={() => {
              searchView.overlay = 'shortcuts'
            }}
          />
        )}
      </div>
      <div className="flex h-9 items-center pb-1.5">
        <p className="mr-auto truncate tabular-nums">
          {found ? (
            <ResultCount count={found.answer.count} elapsedMs={found.elapsedMs} />
          ) : (
            isPending && <Skeleton className="h-4 w-36" />
          )}
        </p>
        {tools}
        {found && found.answer.data.length > 0 && (
          <SelectControls people={found.answer.data} params={found.params} />
        )}
      </div>
      <PendingLine isPending={isPending} />
    </div>
  )
}

function useToolbarView() {
  const isRailOpen = useProxyValue(searchView, (view) => view.isRailOpen)
  const density = useProxyValue(searchView, (view) => view.density)
  return { isRailOpen, density }
}

function ResultCount({ count, elapsedMs }: { count: number; elapsedMs: number }) {
  return (
    <>
      <span className="font-semibold">{formatPeople(count)}</span>
      <span className="text-muted max-sm:hidden"> in {formatElapsed(elapsedMs)}</span>
    </>
  )
}

function SelectControls({
  people,
  params,
}: {
  people: readonly Candidate[]
  params: SearchParams
}) {
  const selection = useProxyValue(selectionStore, (store) => store.selection)
  const isLoadingAll = useProxyValue(selectionStore, (store) => store.isLoadingAll)
  const pageIds = people.map(({ id }) => id)
  return (
    <div className="-mr-3 flex shrink-0 items-center">
      <Button
        variant="ghost"
        size="sm"
        aria-pressed={isPageSelected(selection, pageIds)}
        onClick={() => toggleSelectedPage(pageIds)}
      >
        Select Page
      </Button>
      <Button
        variant="ghost"
        size="sm"
        isBusy={isLoadingAll}
        aria-pressed={selection.mode === 'all'}
        onClick={() => void toggleSelectedAll(params)}
      >
        Select All
      </Button>
    </div>
  )
}

/** A search under way, shown only once it takes longer than a glance. */
function PendingLine({ isPending }: { isPending: boolean }) {
  return (
    <div
      aria-hidden
      data-pending={isPending || undefined}
      className="-bottom-px absolute inset-x-0 h-0.5 bg-accent opacity-0 transition-opacity data-[pending]:opacity-100 data-[pending]:delay-100"
    />
  )
}
