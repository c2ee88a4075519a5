import { Keyboard, PanelLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Candidate } from '#api/contract/candidates.ts'
import type { SearchParams } from '#api/contract/search-params.ts'
import { formatElapsed, formatPeople } from '#web/lib/format.ts'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { useProxyValue } from '#web/lib/hooks/use-proxy-value.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SavedControls } from './saved-controls.tsx'
import { SearchMenu } from './search-menu.tsx'
import { chooseDensity, chooseRail, type Density, searchView } from './search-view.ts'
import { isPageSelected } from './selection.ts'
import { selectionStore, toggleSelectedAll, toggleSelectedPage } from './selection-store.ts'
import { SortControl } from './sort-control.tsx'
import { useRail } from './use-rail.ts'
import type { SearchResults } from './use-search-results.ts'
import { DESK, TABLET } from './widths.ts'

const DENSITY_OPTIONS: { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

interface SearchToolbarProps {
  params: SearchParams
  results: SearchResults
  /** Administrators' tools. */
  tools?: ReactNode
  onChange(params: SearchParams): void
}

/** Sticky above the results: their number, order and selection. */
export function SearchToolbar({ params, results, tools, onChange }: SearchToolbarProps) {
  const { isPending } = results
  const isTablet = useMediaQuery(TABLET)
  const Rows = isTablet ? WideRows : PhoneRow
  return (
    <div
      aria-busy={isPending}
      className="@container max-md:-mx-(--gutter) max-md:px-(--gutter) sticky top-(--top-bar-height) z-10 border-line border-b bg-paper short:static"
    >
      <Rows {...{ params, results, tools, onChange }} />
      <PendingLine isPending={isPending} />
    </div>
  )
}

/** All in one row; actions without room in it are in a menu. */
function PhoneRow({ params, results, tools, onChange }: SearchToolbarProps) {
  return (
    <div className="flex min-h-12 items-center gap-1 py-0.5">
      <ResultCount results={results} />
      {tools}
      {!params.news && <SortControl params={params} hasDirection={false} onChange={onChange} />}
      <SearchMenu {...{ params, results, onChange }} />
    </div>
  )
}

function WideRows({ params, results, tools, onChange }: SearchToolbarProps) {
  const { found, isPending } = results
  const isDesk = useMediaQuery(DESK)
  const isRailOpen = useRail()
  const density = useProxyValue(searchView, (view) => view.density)
  return (
    <>
      <div className="flex min-h-14 items-center gap-2 py-2">
        <IconButton
          label={isRailOpen ? 'Collapse filters' : 'Expand filters'}
          icon={PanelLeft}
          aria-expanded={isRailOpen}
          className="-ml-2"
          onClick={() => chooseRail(!isRailOpen)}
        />
        {!params.news && <SortControl params={params} hasDirection onChange={onChange} />}
        <SavedControls {...{ params, isPending, onChange }} />
        <div className="ml-auto shrink-0">
          <Segmented
            label="Density"
            value={density}
            onValueChange={chooseDensity}
            options={DENSITY_OPTIONS}
          />
        </div>
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
        <ResultCount results={results} />
        {tools}
        {found && found.answer.data.length > 0 && (
          <SelectControls people={found.answer.data} params={found.params} />
        )}
      </div>
    </>
  )
}

function ResultCount({ results: { found, isPending } }: { results: SearchResults }) {
  return (
    <p className="mr-auto shrink-0 tabular-nums">
      {found ? (
        <>
          <span className="font-semibold">{formatPeople(found.answer.count)}</span>
          <span className="text-muted max-sm:hidden"> in {formatElapsed(found.elapsedMs)}</span>
        </>
      ) : (
        isPending && <Skeleton className="h-4 w-24 md:w-36" />
      )}
    </p>
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

/** A search under way, shown only after a delay. */
function PendingLine({ isPending }: { isPending: boolean }) {
  return (
    <div
      aria-hidden
      data-pending={isPending || undefined}
      className="-bottom-px absolute inset-x-0 h-0.5 bg-accent opacity-0 transition-opacity data-[pending]:opacity-100 data-[pending]:delay-100"
    />
  )
}
