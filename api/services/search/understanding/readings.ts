import { KNOWN_WORDS } from './correction.ts'
import type { Directory } from './directory.ts'
import { fixedSense } from './explicit.ts'
import { BEFORE_NAMES, FILLER, FILLER_PHRASES, POSTNOMINALS } from './filler.ts'
import { CONTACTS_ASKED } from './has-contact.ts'
import { LONGEST_PHRASE, secondConcept, tradeConcept } from './lexicon.ts'
import { NEGATIONS, NON } from './negation.ts'
import { isJoint, phraseKey } from './normal-form.ts'
import { topicOf } from './not-held.ts'
import {
  credentialSense,
  employerSense,
  FILLER_SENSE,
  hasContactSense,
  NEGATION_SENSE,
  nameSense,
  notHeldSense,
  npiSense,
  type Option,
  skillSense,
  specialtySense,
  titleSense,
  tradeSense,
  wordSense,
} from './option.ts'
import { nicknameSense, placesAt, postalCodeAt } from './place-options.ts'
import { stateSense } from './place-senses.ts'
import { CODE_CITIES, stateCoded } from './places.ts'
import { type Push, scoreOf } from './scores.ts'
import type { Part, Word } from './text-parts.ts'
import { unknownEmployer } from './unknown-employer.ts'

/** The most words looked up as one phrase. */
const LONGEST_SPAN = Math.max(LONGEST_PHRASE, 7)

/** The most words of a person's name. */
const NAME_WORDS_MAX = 3

/** Every reading of every run of parts, by the part it starts with. */
export function optionsOf(parts: readonly Part[], directory: Directory): Option[][] {
  const reader = new SpanReader(parts, directory)
  return parts.map((part, start) =>
    part.type === 'word'
      ? reader.from(start, part)
      : [{ ...fixedSense(part, directory), start, end: start + 1, score: 1000 }],
  )
}

class SpanReader {
  private readonly isHeld: boolean[]
  private readonly names: (boolean | undefined)[] = []

  constructor(
    readonly parts: readonly Part[],
    readonly directory: Directory,
  ) {
    this.isHeld = parts.map(
      (part) => part.type === 'word' && directory.people('any', part.word) > 0,
    )
  }

  from(start: number, first: Word): Option[] {
    const options: Option[] = []
    const push: Push = (end, kind, sense) =>
      options.push({ ...sense, start, end, score: scoreOf(end - start, kind) })
    this.single(start, first, push)
    const words: string[] = []
    let isEmployer = true
    let areHeld = true
    for (let end = start + 1; end <= start + LONGEST_SPAN; end++) {
      const part = this.parts[end - 1]
      if (!this.continues(start, end - 1) || part?.type !== 'word') break
      if (end - 1 > start && part.isAfterComma) break
      words.push(part.word)
      areHeld &&= this.isHeld[end - 1] === true
      const phrase = words.join(' ')
      if (FILLER_PHRASES.has(phrase)) push(end, 'filler', FILLER_SENSE)
      placesAt(end, words, this, push)
      this.trade(end, words, push)
      this.operators(start, end, phrase, push)
      this.notHeld(end, words, phrase, push)
      const unknown = unknownEmployer(words, this.parts[start - 1], this.directory)
      if (unknown) push(end, 'unknownEmployer', unknown)
      if (!areHeld) continue
      if (isEmployer) isEmployer = this.employer(end, phrase, words.length, push)
      if (words.length > 1) this.whole(end, phrase, push)
    }
    this.nameFrom(start, push)
    this.unknownNameFrom(start, push)
    return options
  }

  /** Whether the part continues a run: the words of a run are all wanted or all excluded. */
  private continues(start: number, index: number): boolean {
    const first = this.parts[start]
    const part = this.parts[index]
    if (index === start) return true
    if (part?.type !== 'word' || first?.isExcluded !== part.isExcluded) return false
    return !part.isExcluded || part.isJoined
  }

  private single(start: number, { word, isUpper }: Word, push: Push): void {
    const end = start + 1
    const { directory } = this
    push(end, 'word', wordSense(word))
    if (FILLER.has(word)) push(end, 'filler', FILLER_SENSE)
    const state = stateCoded(word)
    if (state) push(end, 'code', stateSense(state))
    const second = CODE_CITIES.get(word)
    if (second) push(end, 'city', nicknameSense(second, directory))
    if (/^[12]\d{9}$/.test(word)) push(end, 'npi', npiSense(word))
    postalCodeAt(start, this.parts, push)
    // An abbreviation of a trade is read as the trade: "PA" is the profession, not two letters.
    const isTrade = tradeConcept(phraseKey([word])) !== undefined
    if (!isTrade && word.length > 1 && directory.people('credential', word) > 0)
      push(end, 'credential', credentialSense(word))
    if (start > 0 && POSTNOMINALS.has(word) && directory.people('credential', word) === 0)
      push(end, 'filler', FILLER_SENSE)
    if (this.isHeld[start] && !FILLER.has(word) && directory.people('wholeSkill', word) > 0)
      push(end, 'skill', skillSense(isUpper ? word.toUpperCase() : word))
  }

  /** Reads negations, and contacts that people must have. */
  private operators(start: number, end: number, phrase: string, push: Push): void {
    const asked = CONTACTS_ASKED.get(phrase)
    if (asked) push(end, 'hasContact', hasContactSense(asked))
    const isNegation =
      (NEGATIONS.has(phrase) && !this.isDegreeBefore(phrase, end)) ||
      (phrase === NON && !this.isTopicAt(start))
    if (isNegation && !this.parts[start]?.isExcluded) push(end, 'negation', NEGATION_SENSE)
  }

  /** "Family medicine DO not MD": the degree and a negation, not two negations. */
  private isDegreeBefore(phrase: string, end: number): boolean {
    const after = this.parts[end]
    return phrase === 'do not' && after?.type === 'word' && /^mds?$/.test(after.word)
  }

  /** Whether two words name a topic that the directory does not hold: "non clinical". */
  private isTopicAt(start: number): boolean {
    const words = this.parts
      .slice(start, start + 2)
      .flatMap((part) => (part.type === 'word' ? [part.word] : []))
    return words.length === 2 && topicOf(words, words.join(' ')) !== undefined
  }

  /** Reads a topic that the directory does not hold, unless it is a person's skill or name. */
  private notHeld(end: number, words: readonly string[], phrase: string, push: Push): void {
    const topic = topicOf(words, phrase)
    if (topic === undefined) return
    const holder = words.length === 1 ? 'any' : 'wholeSkill'
    if (this.directory.people(holder, phrase) === 0) push(end, 'notHeld', notHeldSense(topic))
  }

  private trade(end: number, words: readonly string[], push: Push): void {
    if (words.length > LONGEST_PHRASE || isJoint(words[0] ?? '') || isJoint(words.at(-1) ?? ''))
      return
    const key = phraseKey(words)
    const typed = words.join(' ')
    const concept = tradeConcept(key)
    const second = secondConcept(key)
    if (second)
      push(end, 'secondTrade', {
        ...tradeSense(second.concept, typed, this.directory),
        // The ids are one chunk, so that a minus before it excludes all of it.
        explicit: second.concept.id.replaceAll(' ', '-'),
        likelierBeside: second.beside,
      })
    if (concept) push(end, 'trade', tradeSense(concept, typed, this.directory))
    else {
      const spelt = this.directory.specialtySpellings(key)
      if (spelt.length > 0) push(end, 'specialty', specialtySense(spelt))
    }
  }

  /** @returns whether a longer run of words may still begin an employer's name */
  private employer(end: number, phrase: string, words: number, push: Push): boolean {
    if (phrase.length < 2) return true
    const people = this.directory.peopleOfEmployer(phrase)
    if (people === 0) return false
    if (words > 1 || !FILLER.has(phrase)) push(end, 'employer', employerSense(phrase))
    return true
  }

  private whole(end: number, phrase: string, push: Push): void {
    if (this.directory.people('wholeTitle', phrase) > 0) push(end, 'title', titleSense(phrase))
    if (this.directory.people('wholeSkill', phrase) > 0) push(end, 'skill', skillSense(phrase))
  }

  /** Reads names: up to three words, in any order ("Nelson, John"), with or without "Dr". */
  private nameFrom(start: number, push: Push): void {
    const first = this.parts[start]
    if (first?.type !== 'word') return
    if (first.isExcluded) {
      if (this.isName(start, false)) push(start + 1, 'name', nameSense(first.word))
      return
    }
    const isTitled = BEFORE_NAMES.has(first.word)
    const words: string[] = []
    for (let end = start + (isTitled ? 2 : 1); end <= start + (isTitled ? 4 : 3); end++) {
      const part = this.parts[end - 1]
      if (part?.type !== 'word' || part.isExcluded || !this.isName(end - 1, isTitled)) break
      // The comma may be the one in "Nelson, John".
      if (part.isAfterComma && words.length > 0 && (words.length > 1 || isTitled)) break
      words.push(part.word)
      const sense = nameSense(words.join(' '))
      if (isTitled) push(end, 'titledName', sense)
      else if (words.length > 1) push(end, 'name', sense)
      else push(end, this.isLikelyName(part.word) ? 'name' : 'rareName', sense)
    }
  }

  /** Reads names with an unknown word: "Jane Doe". Alone beside "Dr" any word may be a name. */
  private unknownNameFrom(start: number, push: Push): void {
    const first = this.parts[start]
    if (first?.type !== 'word' || first.isExcluded) return
    const isTitled = BEFORE_NAMES.has(first.word)
    const words: string[] = []
    let held = 0
    for (let index = start + (isTitled ? 1 : 0); words.length < NAME_WORDS_MAX; index++) {
      const part = this.parts[index]
      if (part?.type !== 'word' || part.isExcluded || part.isSlashed) return
      if (part.isAfterComma && (words.length !== 1 || isTitled)) return
      if (this.isName(index, isTitled)) held += 1
      else if (this.isHeld[index] || !isLikeName(part.word)) return
      // A prefix of a name in the directory is a word to match, not an unknown name.
      else if (!isTitled && this.directory.peopleBeginning(part.word) > 0) return
      words.push(part.word)
      const isUnknown = held < words.length
      if (isUnknown && isTitled) push(index + 1, 'titledName', nameSense(words.join(' ')))
      else if (isUnknown && held > 0) push(index + 1, 'doubtfulName', nameSense(words.join(' ')))
    }
  }

  private isName(index: number, isTitled: boolean): boolean {
    const part = this.parts[index]
    if (part?.type !== 'word' || !this.isHeld[index]) return false
    const { word } = part
    if (!isTitled && (FILLER.has(word) || tradeConcept(phraseKey([word])))) return false
    this.names[index] ??= this.directory.people('name', word) > 0
    return this.names[index]
  }

  /** Whether a word is a personal name rather than a word of titles that is rarely a name. */
  private isLikelyName(word: string): boolean {
    return this.directory.people('name', word) * 20 >= this.directory.people('title', word)
  }
}

/** Whether a word could be a name: it is not a word of the trade, of a place or of English. */
const isLikeName = (word: string) =>
  /^\p{L}{2,}$/u.test(word) && !KNOWN_WORDS.has(word) && !tradeConcept(phraseKey([word]))
