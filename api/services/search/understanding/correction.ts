import { DeletionIndex } from './deletion-index.ts'
import type { Directory } from './directory.ts'
import { editsAllowed } from './edits.ts'
import { EMPLOYER_NOUNS, OTHER_TRADES } from './employers.ts'
import { FILLER, POSTNOMINALS } from './filler.ts'
import { CONTACTS_ASKED } from './has-contact.ts'
import { TRADE_WORDS } from './lexicon.ts'
import { NEGATIONS } from './negation.ts'
import { normalForm } from './normal-form.ts'
import { NOT_HELD_WORDS } from './not-held.ts'
import { PLACE_WORDS } from './places.ts'
import { NAMED_PARTS_OF_STATES, PARTS_OF_STATES, REGIONS } from './regions.ts'
import type { Part } from './text-parts.ts'

/** Words that are known whatever the directory contains. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...TRADE_WORDS,
  ...PLACE_WORDS,
  ...FILLER,
  ...NOT_HELD_WORDS,
  ...OTHER_TRADES,
  ...EMPLOYER_NOUNS,
  ...POSTNOMINALS,
  ...PARTS_OF_STATES,
  ...[NEGATIONS, REGIONS, NAMED_PARTS_OF_STATES, CONTACTS_ASKED].flatMap((phrases) =>
    [...phrases.keys()].flatMap((phrase) => phrase.split(' ')),
  ),
])
/** Whether a word is known whatever the directory contains. */
export const isKnownWord = (word: string) =>
  KNOWN_WORDS.has(word) || KNOWN_FORMS.has(normalForm(word))
/** The normal forms of known words: "cardiologists" is as known as "cardiology". */
const KNOWN_FORMS = new Set([...KNOWN_WORDS].map(normalForm))

/**
 * Possible corrections besides the directory's words: words of the trade, for fields and their
 * practitioners ("cardiology", "cardiologist"), and of places.
 */
const MEANT = [...TRADE_WORDS, ...PLACE_WORDS].filter((word) => word.length >= 4)
for (const word of TRADE_WORDS) {
  if (word.endsWith('ology')) MEANT.push(`${word.slice(0, -1)}ist`)
}
const nearestKnown = DeletionIndex.of({ size: MEANT.length, at: (place) => MEANT[place] ?? '' })

const LETTERS_ONLY = /^\p{L}+$/u

/**
 * The most likely correction of a misspelt word. Undefined for a word that the directory or the
 * trade knows, and when no word is near. A prefix of one of the directory's words may be unfinished
 * typing: only a word of the trade corrects it.
 */
function correctionOf(word: string, directory: Directory): string | undefined {
  const edits = editsAllowed(word)
  if (edits === 0 || !LETTERS_ONLY.test(word)) return undefined
  if (isKnownWord(word)) return undefined
  if (directory.people('any', word) > 0) return undefined
  const known = nearestKnown.nearest(word, edits)
  const isBeginning = directory.peopleBeginning(word) > 0
  const there = isBeginning ? undefined : directory.nearest(word, edits)
  const nearest = !known || (there && there.edits < known.edits) ? there?.word : known.word
  return nearest === undefined || isOtherForm(word, nearest) ? undefined : nearest
}

/** The endings that follow a stem, by their meaning. */
const ENDINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    agent: 'or ors er ers ist ists ant ants ent ents ee ees',
    act: 'ion ions ment ments ance ence ances ences ery ure',
    doing: 'ing ings',
    done: 'ed',
    quality: 'ive al ical able ible ic',
    own: 'e es s y ies ity ities',
  }).flatMap(([made, endings]) => endings.split(' ').map((ending) => [ending, made] as const)),
)
const STEM_LETTERS = 5

/**
 * Whether two words share a stem but have endings of different meaning: "administrator" is not a
 * misspelt "administration".
 */
function isOtherForm(one: string, other: string): boolean {
  let common = 0
  while (common < one.length && one[common] === other[common]) common++
  // The endings may begin with the same letter: "-or" and "-ion" after "administrat", "-er" and
  // "-ed" after "train".
  for (let stem = common; stem >= Math.max(STEM_LETTERS, common - 1); stem--) {
    const made = [one, other].map((word) => ENDINGS.get(word.slice(stem)))
    if (made[0] !== undefined && made[1] !== undefined) return made[0] !== made[1]
  }
  return false
}

/** The parts with misspelt words corrected, and the corrections made. */
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
