import type { Reading, SearchFilters } from '#db/schema/search.ts'
import type { Search } from './open-search.ts'
import { wordByWord } from './text-query.ts'
import { type Understanding, understand } from './understanding/understand.ts'

/**
 * Understands a text.
 * @param isContinued for more of a result that was looked at already: as it was understood then
 */
export type Understand = (text: string, isContinued?: boolean) => Understanding

/** Texts that are remembered; some hundred bytes each. */
const TEXTS_MAX = 1000

/**
 * Understands texts by what the directory's people have; while nobody knows that, each word is taken
 * as it was typed. A text is remembered as it was understood last: its second page is of the same
 * people although the directory changed meanwhile.
 */
export function openUnderstanding(search: Pick<Search, 'vocabulary'>): Understand {
  const known = new Map<string, Understanding>()
  return (text, isContinued = false) => {
    const last = known.get(text)
    if (isContinued && last) return last
    const vocabulary = search.vocabulary()
    // Not remembered: the next page is read by what is known then.
    if (!vocabulary) return { clauses: wordByWord(text), interpretation: [] }
    const understanding = understand(text, vocabulary)
    known.delete(text)
    known.set(text, understanding)
    const [oldest] = known.keys()
    if (known.size > TEXTS_MAX && oldest !== undefined) known.delete(oldest)
    return understanding
  }
}

/** The text of filters, understood; of a text that is taken exactly, or of none, nothing is said. */
export function understoodFilters(
  understand: Understand,
  { query, exact }: Pick<SearchFilters, 'query' | 'exact'>,
  isContinued = false,
): Pick<Understanding, 'clauses' | 'notice'> & { interpretation?: Reading[] } {
  if (exact || query.trim() === '') return { clauses: wordByWord(query) }
  return understand(query, isContinued)
}
