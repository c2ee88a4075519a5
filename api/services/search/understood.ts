import type { Reading, SearchFilters } from '../../../db/schema/search.ts'
import type { Search } from './open-search.ts'
import { type TextQuery, wordByWord } from './text-query.ts'

/** A text as it was understood. */
export interface Understanding {
  clauses: TextQuery
  interpretation: Reading[]
  notice?: string
}

/** Texts that are remembered, and for how long: until the last page of a result was looked at. */
const TEXTS_MAX = 1000
const REMEMBERED_MS = 600_000

/**
 * Understands texts, each once: its second page is of the same people although the directory, by
 * which a text is understood, changed meanwhile.
 */
export function remembered(
  understand: (text: string) => Understanding,
  now: () => number = Date.now,
): (text: string) => Understanding {
  const known = new Map<string, { understanding: Understanding; until: number }>()
  return (text) => {
    const found = known.get(text)
    if (found && now() < found.until) return found.understanding
    const understanding = understand(text)
    known.delete(text)
    known.set(text, { understanding, until: now() + REMEMBERED_MS })
    if (known.size > TEXTS_MAX) {
      const [oldest] = known.keys()
      if (oldest !== undefined) known.delete(oldest)
    }
    return understanding
  }
}

/** Understands texts by the terms of the directory; while there are none, every word as it was typed. */
export function openUnderstanding(search: Pick<Search, 'dictionary'>) {
  return remembered((text) => {
    search.dictionary()
    return { clauses: wordByWord(text), interpretation: [] }
  })
}

/** The text of filters, understood; of a text that is taken exactly, or of none, nothing is said. */
export function understoodFilters(
  understand: (text: string) => Understanding,
  { query, exact }: Pick<SearchFilters, 'query' | 'exact'>,
): Pick<Understanding, 'clauses' | 'notice'> & { interpretation?: Reading[] } {
  if (exact || query.trim() === '') return { clauses: wordByWord(query) }
  return understand(query)
}
