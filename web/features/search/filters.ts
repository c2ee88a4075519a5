import type { SearchFilters } from '#api/contract/search.ts'
import { eachFilter, LIST_FILTERS, type ListFilter } from '#db/schema/filters.ts'
import { CANADIAN_PROVINCES, US_STATES } from '#db/schema/regions.ts'
import { closedLabel, isClosedFilter } from './filter-words.ts'

type FilterKey = Exclude<keyof SearchFilters, 'exact'>

export const NO_FILTERS: SearchFilters = {
  query: '',
  exact: false,
  ...eachFilter<Pick<SearchFilters, ListFilter>>(() => []),
}

const PLACES = new Map<string, string>([...US_STATES, ...CANADIAN_PROVINCES])

/** The name of a state or province by its code; the code itself where it is none of them. */
export function stateName(code: string): string {
  return PLACES.get(code) ?? code
}

export interface ActiveFilter {
  key: FilterKey
  value: string
  /** As shown on a chip. */
  label: string
}

/** Each value in use, the query first. */
export function activeFilters(filters: SearchFilters): ActiveFilter[] {
  const quoted = `“${filters.query}”`
  const query: ActiveFilter[] = filters.query
    ? [{ key: 'query', value: filters.query, label: filters.exact ? `Exactly ${quoted}` : quoted }]
    : []
  const listed = LIST_FILTERS.flatMap((key) =>
    filters[key].map((value: string) => ({ key, value, label: valueLabel(key, value) })),
  )
  return [...query, ...listed]
}

/** One value of a filter, as people read it. */
export function valueLabel(key: ListFilter, value: string): string {
  if (isClosedFilter(key)) return closedLabel(key, value) ?? value
  if (key === 'npi') return `NPI ${value}`
  return key === 'state' ? stateName(value) : value
}

/** The filters in use by name, as a report or a file keeps them. */
export function usedFilters({
  exact,
  ...filters
}: SearchFilters): Record<string, string | string[]> {
  const used = Object.entries(filters).filter(([, value]) => value.length > 0)
  return Object.fromEntries(exact ? [...used, ['exact', 'yes']] : used)
}

/** Whether a search says anything. The country is fixed, and so no filter. */
export function isWorthSaving(filters: SearchFilters): boolean {
  return activeFilters({ ...filters, country: [] }).length > 0
}

/** The filters with one value taken out. */
export function withoutValue(filters: SearchFilters, { key, value }: ActiveFilter): SearchFilters {
  if (key === 'query') return { ...filters, query: '', exact: false }
  return { ...filters, [key]: filters[key].filter((kept: string) => kept !== value) }
}

/** The filters with a value put in, or taken out where it was in. */
export function toggleValue(filters: SearchFilters, key: ListFilter, value: string): SearchFilters {
  const values: readonly string[] = filters[key]
  return values.includes(value)
    ? { ...filters, [key]: values.filter((kept) => kept !== value) }
    : { ...filters, [key]: [...values, value] }
}
