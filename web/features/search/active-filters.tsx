import { useRef } from 'react'
import type { SearchFilters } from '#api/contract/search.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SCROLL_ROW, useFadedRow } from '#web/ui/scroll-row.tsx'
import { type ActiveFilter, activeFilters, NO_FILTERS, withoutValue } from './filters.ts'
import { focusResults } from './search-view.ts'
import type { Understood } from './understood.ts'
import { UnderstoodText } from './understood-text.tsx'

export interface ActiveFiltersProps {
  filters: SearchFilters
  /** The query as understood, shown in the same line. */
  understood: Understood
  onChange(filters: SearchFilters): void
}

const ROW = `-mx-4 -my-0.5 [scrollbar-width:none] md:m-0 md:overflow-visible ${SCROLL_ROW}`

const CHIPS =
  'flex min-h-11 w-max items-center gap-1.5 px-4 md:w-auto md:flex-wrap md:px-0 md:py-1.5'

const HINT = 'In your own words: a profession, a place, a name'

/**
 * The search as chips, the understood text first, then each filter: a row that scrolls on a phone. It is
 * there even without a search, so that the first chip causes no layout shift; a phone held across has no height
 * to keep free for it.
 */
export function ActiveFilters({ filters, understood, onChange }: ActiveFiltersProps) {
  const list = useRef<HTMLUListElement>(null)
  const row = useFadedRow<HTMLDivElement>()
  const active = activeFilters({ ...filters, query: '' })

  /** The chip goes with its button: the focus moves on to the next chip. */
  function remove(filter: ActiveFilter, index: number) {
    const neighbour = index + 1 < active.length ? index + 1 : index - 1
    const button = list.current?.children[neighbour]?.querySelector('button')
    if (neighbour >= 0 && button) button.focus()
    else focusResults()
    onChange(withoutValue(filters, filter))
  }

  const isEmpty = active.length === 0 && filters.query === ''
  return (
    <div {...row} className={classNames(ROW, isEmpty && 'short:max-xl:hidden')}>
      <div className={CHIPS}>
        {isEmpty && <p className="whitespace-nowrap text-muted text-sm">{HINT}</p>}
        <UnderstoodText {...{ understood, onChange }} />
        {active.length > 0 && (
          <ul ref={list} aria-label="Active filters" className="contents">
            {active.map((filter, index) => (
              <li key={`${filter.key}:${filter.value}`} className="flex shrink-0">
                <Chip label={filter.label} onRemove={() => remove(filter, index)} />
              </li>
            ))}
          </ul>
        )}
        {!isEmpty && (
          <Button
            variant="ghost"
            size="sm"
            className="max-md:order-2"
            onClick={() => {
              focusResults()
              onChange(NO_FILTERS)
            }}
          >
            Clear all
          </Button>
        )}
      </div>
    </div>
  )
}
