import {
  DeletionIndex,
  type DeletionIndexData,
} from '#api/services/search/understanding/deletion-index.ts'
import type { StringTable } from './string-table.ts'
import { NAMESPACES } from './tokens.ts'

/**
 * How many words may correct a misspelt one, the most frequent first. A directory of millions of
 * people has more words, but most of the rest are the name of one person each: poor corrections
 * that would take more memory than all others.
 */
const CORRECTIONS_MAX = 50_000
/** A shorter word corrects nothing, and a longer one is not a word. */
const CORRECTION_LETTERS = /^\p{L}{4,30}$/u

/** The possible corrections, indexed by their misspellings. */
export interface CorrectionsData extends DeletionIndexData {
  /** The terms of these words, the most frequent first. */
  terms: Uint32Array
}

/** Computed when the index is built: it takes long, and loading must be quick. */
export function buildCorrections(
  terms: StringTable,
  people: (term: number) => number,
): CorrectionsData {
  const found: { term: number; people: number }[] = []
  const [from, to] = terms.prefixRange(NAMESPACES.any)
  for (let term = from; term < to; term++) {
    if (CORRECTION_LETTERS.test(wordAt(terms, term))) found.push({ term, people: people(term) })
  }
  // Terms are sorted by word.
  const chosen = Uint32Array.from(
    found.sort((a, b) => b.people - a.people || a.term - b.term).slice(0, CORRECTIONS_MAX),
    ({ term }) => term,
  )
  return { terms: chosen, ...DeletionIndex.of(wordsOf(terms, chosen)).data }
}

export function correctionsOf(
  terms: StringTable,
  { terms: chosen, ...data }: CorrectionsData,
): DeletionIndex {
  return new DeletionIndex(wordsOf(terms, chosen), data)
}

const wordAt = (terms: StringTable, term: number) => terms.at(term).slice(1)

function wordsOf(terms: StringTable, chosen: Uint32Array) {
  return { size: chosen.length, at: (place: number) => wordAt(terms, chosen[place] ?? 0) }
}
