import type { Reading, SearchFilters } from '#db/schema/search.ts'

/** A text and how it was read. */
export interface ReadText {
  /** What it was asked with. */
  filters: SearchFilters
  /** Undefined where nobody has read it, or it is taken exactly. */
  readings: readonly Reading[] | undefined
}

/** The text as its own line shows it. */
export interface Understood extends ReadText {
  /** Of the text before, whose place it keeps until the next is answered: nothing to press. */
  isStale: boolean
}

/**
 * What to show of a text: how it was read, once that is known. Until then what was understood of the
 * one before stays, so that the line neither blinks nor changes its height with each key.
 * @param last the last text that was read; null where there is none, or reading the newest failed
 */
export function understood(filters: SearchFilters, last: ReadText | null): Understood {
  const asTyped: Understood = { filters, readings: undefined, isStale: false }
  const isRead = last?.readings !== undefined && last.filters.query !== '' && !last.filters.exact
  if (filters.query === '' || filters.exact || !isRead) return asTyped
  return last.filters.query === filters.query
    ? { ...asTyped, readings: last.readings }
    : { ...last, isStale: true }
}
