import type { Reading, SearchFilters } from '#api/contract/search.ts'
import type { Search } from './open-search.ts'
import { wordByWord } from './text-query.ts'
import { type Understanding, understand } from './understanding/understand.ts'

/**
 * Understands a text.
 * @param isContinued whether a further page is wanted: returns the earlier understanding
 */
export type Understand = (text: string, isContinued?: boolean) => Understanding

/** Texts in the cache; some hundred bytes each. */
const TEXTS_MAX = 1000

/**
 * Understands texts by the directory's vocabulary; without a vocabulary, each word is read
 * literally. The last understanding of a text is cached, so that its second page shows the same
 * search even when the directory has changed meanwhile.
 */
export function openUnderstanding(search: Pick<Search, 'vocabulary'>): Understand {
  const known = new Map<string, Understanding>()
  return (text, isContinued = false) => {
    const last = known.get(text)
    if (isContinued && last) return last
    const vocabulary = search.vocabulary()
    // This reading is not cached: the next page is read with the vocabulary loaded by then.
    if (!vocabulary) return { clauses: wordByWord(text), interpretation: [] }
    const understanding = understand(text, vocabulary)
    known.delete(text)
    known.set(text, understanding)
    const [oldest] = known.keys()
    if (known.size > TEXTS_MAX && oldest !== undefined) known.delete(oldest)
    return understanding
  }
}

/** The understanding of a request's text; an exact or missing text has no interpretation. */
export function understoodFilters(
  understand: Understand,
  { query, exact }: Pick<SearchFilters, 'query' | 'exact'>,
  isContinued = false,
): Pick<Understanding, 'clauses' | 'notice'> & { interpretation?: Reading[] } {
  if (exact || query.trim() === '') return { clauses: wordByWord(query) }
  return understand(query, isContinued)
}
