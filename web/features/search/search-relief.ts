import type { SearchHelp } from '#api/contract/search-assist.ts'
import type { SearchFilters } from '#db/schema/search.ts'
import { type ListFilterKey, NO_FILTERS, valueLabel } from './filters.ts'
import { readingMeaning } from './readings.ts'

/** One way out of a search that found nobody. */
export interface Relief {
  kind: 'understanding' | 'filter' | 'reading' | 'words'
  /** What is dropped or asked for instead, as shown: "Reno or Sparks", "State: Pennsylvania". */
  label: string
  /** People it finds; null where nobody counted. */
  count: number | null
  filters: SearchFilters
}

type Counted = Relief & { count: number }

/** Everywhere the act of having a text understood that was taken exactly has this name. */
export const UNDERSTAND = 'Understand the words'

/**
 * The ways out: to understand what was taken exactly, then those through a filter, another reading, the
 * words last; within each those that bring most people.
 */
export function reliefsOf(filters: SearchFilters, help: SearchHelp): Relief[] {
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
  const understanding: Relief[] =
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

function labelOf(filters: SearchFilters, key: ListFilterKey): string {
  const values: readonly string[] = filters[key]
  return values.map((value) => valueLabel(key, value)).join(' or ')
}

function without(filters: SearchFilters, key: ListFilterKey): SearchFilters {
  return { ...filters, [key]: NO_FILTERS[key] }
}
