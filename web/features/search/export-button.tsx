import { Download } from 'lucide-react'
import type { Candidate } from '#api/contract/candidates.ts'
import type { SearchParams } from '#api/contract/search-params.ts'
import { requestExport } from '#web/lib/exports/request-export.ts'
import { useCan } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { usedFilters } from './filters.ts'
import { selectionStore } from './selection-store.ts'

/** Exports the selected people. */
export function ExportButton({
  people,
  filters,
}: {
  /** The people on the present page. */
  people: readonly Candidate[]
  filters: SearchParams['filters']
}) {
  const isAllowed = useCan('export.run')

  function handleClick() {
    const { ids } = selectionStore.selection
    requestExport({
      ids: [...ids],
      people: people.filter(({ id }) => ids.has(id)),
      source: 'search',
      filters: usedFilters(filters),
    })
  }
  return (
    <Button size="sm" data-restricted={!isAllowed || undefined} onClick={handleClick}>
      <Download aria-hidden />
      <span className="max-sm:sr-only">Export</span>
    </Button>
  )
}
