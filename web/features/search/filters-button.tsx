import { SlidersHorizontal } from 'lucide-react'
import type { SearchFilters } from '#api/contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { activeFilters } from './filters.ts'
import { searchView } from './search-view.ts'

/** Opens the filters of a phone, and says how many are in use. */
export function FiltersButton({ filters }: { filters: SearchFilters }) {
  const count = activeFilters({ ...filters, query: '' }).length
  return (
    <Button
      aria-haspopup="dialog"
      aria-label={count > 0 ? `Open filters, ${count} in use` : 'Open filters'}
      className="min-w-10 px-2.5! pointer-coarse:min-w-11"
      onClick={() => {
        searchView.overlay = 'filters'
      }}
    >
      <SlidersHorizontal aria-hidden />
      {count > 0 && <span className="text-accent tabular-nums">{count}</span>}
    </Button>
  )
}
