import type { SearchFilters } from '#api/contract/search.ts'
import type { SearchHelp } from '#api/contract/search-assist.ts'
import type { ListFilter } from '#db/schema/filters.ts'
import { NO_FILTERS, valueLabel } from './filters.ts'
import { readingMeaning } from './readings.ts'

/** One hint for a search without matches. */
export interface Relaxation {
  kind: 'understanding' | 'filter' | 'reading' | 'words'
  /** The dropped or replaced part, as shown: "Reno or Sparks", "State: Pennsylvania". */
  label: string
  /** Matches with it; null where the number is unknown. */
  count: number | null
  filters: SearchFilters
}

type Counted = Relaxation & { count: number }

/** The one label for having an exact query understood. */
export const UNDERSTAND = 'Understand the words'

/**
 * The hints: to understand an exact query, then those about a filter, another reading, the words last;
 * within each those with most matches first.
 */
export function relaxationsOf(filters: SearchFilters, help: SearchHelp): Relaxation[] {
  const byFilter = help.filters
    .filter(({ filter }) => filters[filter].length > 0)
    .map(
      ({ filter, count }): Counted => ({
        kind: 'filter',
        label: labelOf(filters, filter),
        count,
        filters: without(filters, filter),
      }),
    )
  const { nearest } = help
  const byReading: Counted[] = nearest
    ? [
        {
          kind: 'reading',
          label: readingMeaning({ ...nearest, text: nearest.query }),
          count: nearest.count,
          filters: { ...filters, query: nearest.query },
        },
      ]
    : []
  const byWords = help.words.map(
    ({ text, query, count }): Counted => ({
      kind: 'words',
      label: `“${text}”`,
      count,
      filters: { ...filters, query },
    }),
  )
  const gaining = [byFilter, byReading, byWords].map((ways) =>
    ways.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count),
  )
  const understanding: Relaxation[] =
    filters.exact && filters.query !== ''
      ? [
          {
            kind: 'understanding',
            label: UNDERSTAND,
            count: null,
            filters: { ...filters, exact: false },
          },
        ]
      : []
  return [...understanding, ...gaining.flat()]
}

function labelOf(filters: SearchFilters, key: ListFilter): string {
  const values: readonly string[] = filters[key]
  return values.map((value) => valueLabel(key, value)).join(' or ')
}

function without(filters: SearchFilters, key: ListFilter): SearchFilters {
  return { ...filters, [key]: NO_FILTERS[key] }
}
