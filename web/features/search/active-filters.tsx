import type { SearchFilters } from '../../../db/schema/search.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { activeFilters, NO_FILTERS, withoutValue } from './filters.ts'

/** Every filter in use as a chip to take away; one row that scrolls on a phone. */
export function ActiveFilters({
  filters,
  onChange,
}: {
  filters: SearchFilters
  onChange(filters: SearchFilters): void
}) {
  const active = activeFilters(filters)
  if (active.length === 0) return null
  return (
    <ul
      aria-label="Active filters"
      className="-mx-4 flex items-center gap-1.5 overflow-x-auto px-4 py-2 [scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
    >
      {active.map((filter) => (
        <li key={`${filter.key}:${filter.value}`} className="flex shrink-0">
          <Chip label={filter.label} onRemove={() => onChange(withoutValue(filters, filter))} />
        </li>
      ))}
      <li className="shrink-0">
        <Button variant="ghost" size="sm" onClick={() => onChange(NO_FILTERS)}>
          Clear all
        </Button>
      </li>
    </ul>
  )
}
