import {
  DeletionIndex,
  type DeletionIndexData,
} from '#api/services/search/understanding/deletion-index.ts'
import type { StringTable } from './string-table.ts'
import { NAMESPACES } from './tokens.ts'

/**
 * So many words can be a misspelt word's correction, those of most people first. A directory of
 * millions has more, but they are names that one person has: poor guesses, and they would cost more
 * memory than all the others.
 */
const CORRECTIONS_MAX = 50_000
/** Shorter ones are nobody's correction, longer ones no words. */
const CORRECTION_LETTERS = /^\p{L}{4,30}$/u

/** The words that a misspelt one may have meant, by what they are misspelt as. */
export interface CorrectionsData extends DeletionIndexData {
  /** Terms whose words they are, those of most people first. */
  terms: Uint32Array
}

/** Made when the index is built: it takes long, and whoever loads the index is waited for. */
export function buildCorrections(
  terms: StringTable,
  people: (term: number) => number,
): CorrectionsData {
  const found: { term: number; people: number }[] = []
  const [from, to] = terms.prefixRange(NAMESPACES.any)
  for (let term = from; term < to; term++) {
    if (CORRECTION_LETTERS.test(wordAt(terms, term))) found.push({ term, people: people(term) })
  }
  // Terms are in order of their words.
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
