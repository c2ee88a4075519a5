import type { SearchFilters } from '#api/contract/search.ts'
import { formatPeople } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { FiltersInDrawer } from './filter-panel.tsx'
import { NO_FILTERS } from './filters.ts'
import { useTagDrafts, withDrafts } from './tag-drafts.ts'
import { useDrawerCount } from './use-drawer-count.ts'
import type { SearchResults } from './use-search-results.ts'

export interface FiltersDrawerProps {
  isOpen: boolean
  filters: SearchFilters
  results: SearchResults
  onChange(filters: SearchFilters): void
  onClose(): void
}

/**
 * The filters where there is no room for them beside the results. What is half typed in them counts, and is
 * applied however the drawer is closed: a phone may leave the focus in its field.
 */
export function FiltersDrawer({ isOpen, filters, results, onChange, onClose }: FiltersDrawerProps) {
  const [drafts, setDrafts] = useTagDrafts()
  const asked = withDrafts(filters, drafts)

  function apply(next: SearchFilters) {
    setDrafts({})
    if (next !== filters) onChange(next)
  }

  function close() {
    apply(asked)
    onClose()
  }

  return (
    <Drawer
      isOpen={isOpen}
      onOpenChange={close}
      title="Filters"
      side="left"
      footer={
        <div className="flex flex-wrap gap-2">
          <Button
            onClick={() => apply({ ...NO_FILTERS, query: filters.query, exact: filters.exact })}
          >
            Clear
          </Button>
          <Button variant="primary" className="flex-1 tabular-nums" onClick={close}>
            <ShowCount {...{ filters, asked, results }} />
          </Button>
        </div>
      }
    >
      <FiltersInDrawer
        filters={filters}
        onChange={onChange}
        facets={results.found?.answer.facets}
      />
    </Drawer>
  )
}

function ShowCount({
  filters,
  asked,
  results,
}: Pick<FiltersDrawerProps, 'filters' | 'results'> & { asked: SearchFilters }) {
  const { count, isPending } = useDrawerCount(filters, asked, results)
  return (
    <span
      data-pending={isPending || undefined}
      className="transition-opacity data-[pending]:opacity-60 data-[pending]:delay-100"
    >
      {count === null ? 'Show people' : `Show ${formatPeople(count)}`}
    </span>
  )
}
