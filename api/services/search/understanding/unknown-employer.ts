import { isKnownWord } from './correction.ts'
import { cityKey, type Directory } from './directory.ts'
import { BEFORE_EMPLOYERS, EMPLOYER_NOUNS, KNOWN_SYSTEMS } from './employers.ts'
import { employerSense, type Sense } from './option.ts'
import { stateNamed } from './places.ts'
import type { Part } from './text-parts.ts'

/** The most words of an unknown employer's name. */
const EMPLOYER_WORDS_MAX = 4

/** An employer that the directory does not have: "Mayo Clinic", "at Kaiser". */
export function unknownEmployer(
  words: readonly string[],
  before: Part | undefined,
  directory: Directory,
): Sense | undefined {
  const isAt = before?.type === 'word' && BEFORE_EMPLOYERS.has(before.word)
  const phrase = words.join(' ')
  const isKnown = KNOWN_SYSTEMS.has(phrase) && (isAt || words.length > 1)
  if (!isKnown && !isLikeEmployer(words, isAt, directory)) return undefined
  if (directory.peopleOfEmployer(phrase) > 0) return undefined
  return employerSense(phrase)
}

function isLikeEmployer(words: readonly string[], isAt: boolean, directory: Directory): boolean {
  const isNamed = words.length > 1 && EMPLOYER_NOUNS.has(words.at(-1) ?? '')
  if (words.length > EMPLOYER_WORDS_MAX || !(isNamed || isAt)) return false
  const proper = isNamed ? words.slice(0, -1) : words
  if (directory.cities(cityKey(proper)).length > 0 || stateNamed(proper.join(' '))) return false
  const holder = isNamed ? 'organization' : 'any'
  return (
    proper.every(
      (word) =>
        word.length > 1 &&
        !/^\d/.test(word) &&
        !isKnownWord(word) &&
        (isNamed || directory.people('any', word) === 0),
    ) && proper.some((word) => directory.people(holder, word) === 0)
  )
}
