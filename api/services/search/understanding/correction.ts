import { DeletionIndex } from './deletion-index.ts'
import type { Directory } from './directory.ts'
import { editsAllowed } from './edits.ts'
import { FILLER } from './filler.ts'
import { TRADE_WORDS } from './lexicon.ts'
import { normalForm } from './normal-form.ts'
import { PLACE_WORDS } from './places.ts'
import type { Part } from './text-parts.ts'

/** Words that are known whoever is in the directory. */
const KNOWN = new Set([...TRADE_WORDS, ...PLACE_WORDS, ...FILLER])
/** Their other forms: "cardiologists" is as known as "cardiology". */
const KNOWN_FORMS = new Set([...KNOWN].map(normalForm))

/**
 * What a misspelt word may have meant besides the directory's words: the words of the trade and of
 * places, and of a field its people ("cardiology", "cardiologist").
 */
const MEANT = [...TRADE_WORDS, ...PLACE_WORDS].filter((word) => word.length >= 4)
for (const word of TRADE_WORDS) {
  if (word.endsWith('ology')) MEANT.push(`${word.slice(0, -1)}ist`)
}
const nearestKnown = DeletionIndex.of({ size: MEANT.length, at: (place) => MEANT[place] ?? '' })

const LETTERS_ONLY = /^\p{L}+$/u

/**
 * The word that a misspelt one was most likely meant to be. Undefined for a word that somebody has
 * or the trade knows, and where nothing is near. One that starts a word of the directory may be a
 * word not typed to its end: only a word of the trade takes its place.
 */
export function correctionOf(word: string, directory: Directory): string | undefined {
  const edits = editsAllowed(word)
  if (edits === 0 || !LETTERS_ONLY.test(word)) return undefined
  if (KNOWN.has(word) || KNOWN_FORMS.has(normalForm(word))) return undefined
  if (directory.people('any', word) > 0) return undefined
  const known = nearestKnown.nearest(word, edits)
  if (directory.peopleBeginning(word) > 0) return known?.word
  const there = directory.nearest(word, edits)
  if (!known || (there && there.edits < known.edits)) return there?.word
  return known.word
}

/** The parts with misspelt words put right, and which were. */
export function corrected(
  parts: readonly Part[],
  directory: Directory,
): { parts: Part[]; words: Map<number, string> } {
  const changed = new Map<number, string>()
  const put = parts.map((part, index) => {
    if (part.type !== 'word') return part
    const word = correctionOf(part.word, directory)
    if (word === undefined) return part
    changed.set(index, word)
    return { ...part, word }
  })
  return { parts: put, words: changed }
}
