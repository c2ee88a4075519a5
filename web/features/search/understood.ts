import type { Reading, SearchFilters } from '#api/contract/search.ts'

/** A query and its readings. */
export interface ReadText {
  /** The filters it was searched with. */
  filters: SearchFilters
  /** Undefined where it was not read, or is taken exactly. */
  readings: readonly Reading[] | undefined
}

/** The query as its line shows it. */
export interface Understood extends ReadText {
  /** Of the former query, whose place it keeps until the next is answered: inert. */
  isStale: boolean
}

/**
 * The readings to show for a query, once they are known. Until then the former query's readings stay, so
 * that the line neither blinks nor changes its height with each key.
 * @param last the last query that was read; null where there is none, or reading the newest failed
 */
export function understood(filters: SearchFilters, last: ReadText | null): Understood {
  const asTyped: Understood = { filters, readings: undefined, isStale: false }
  const isRead = last?.readings !== undefined && last.filters.query !== '' && !last.filters.exact
  if (filters.query === '' || filters.exact || !isRead) return asTyped
  return last.filters.query === filters.query
    ? { ...asTyped, readings: last.readings }
    : { ...last, isStale: true }
}
