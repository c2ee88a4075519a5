import { cityKey, type Directory } from './directory.ts'
import { fixedSense } from './explicit.ts'
import { BEFORE_NAMES, FILLER, FILLER_PHRASES } from './filler.ts'
import { LONGEST_PHRASE, specialtyKey, tradeConcept } from './lexicon.ts'
import { isJoint, phraseKey } from './normal-form.ts'
import {
  citySense,
  countrySense,
  credentialSense,
  employerSense,
  FILLER_SENSE,
  nameSense,
  npiSense,
  type Option,
  type Sense,
  skillSense,
  specialtySense,
  stateSense,
  titleSense,
  tradeSense,
  wordSense,
} from './option.ts'
import { CITY_NICKNAMES, CODE_CITIES, COUNTRIES, stateCoded, stateNamed } from './places.ts'
import type { Part, Word } from './text-parts.ts'

/** Most words that are looked up as one. */
const LONGEST_SPAN = Math.max(LONGEST_PHRASE, 7)

/** More words as one are likelier than each on its own. */
const WORD_SCORE = 100
const JOINED_SCORE = 50
/** More so words of the trade: "ID doctor" is not a doctor in Idaho. */
const JOINED_TRADE_SCORE = 70

/** How much likelier one kind is than a word that nothing is known of, other things being equal. */
const SCORES = {
  word: 0,
  employer: 15,
  name: 20,
  rareName: 5,
  skill: 28,
  credential: 25,
  filler: 30,
  city: 40,
  title: 40,
  specialty: 44,
  trade: 45,
  country: 50,
  code: 55,
  state: 60,
  longState: 85,
  npi: 90,
  titledName: 150,
  cityInState: 110,
} as const

const scoreOf = (words: number, kind: keyof typeof SCORES) =>
  words * WORD_SCORE +
  (words - 1) * (kind === 'trade' ? JOINED_TRADE_SCORE : JOINED_SCORE) +
  SCORES[kind]

/** Every way in which any run of parts can be read, by the part it starts with. */
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

  constructor(
    private readonly parts: readonly Part[],
    private readonly directory: Directory,
  ) {
    this.isHeld = parts.map(
      (part) => part.type === 'word' && directory.people('any', part.word) > 0,
    )
  }

  from(start: number, first: Word): Option[] {
    const options: Option[] = []
    const push = (end: number, kind: keyof typeof SCORES, sense: Sense) =>
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
      this.places(end, words, push)
      this.trade(end, words, push)
      if (!areHeld) continue
      if (isEmployer) isEmployer = this.employer(end, phrase, words.length, push)
      if (words.length > 1) this.whole(end, phrase, push)
    }
    this.names(start, push)
    return options
  }

  /** Whether the part belongs to a run that starts before: words alike wanted or left out. */
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
    if (second) push(end, 'city', this.nickname(second))
    if (/^[12]\d{9}$/.test(word)) push(end, 'npi', npiSense(word))
    // What the trade knows is read as that: "PA" as the profession and not as two letters.
    const isTrade = tradeConcept(phraseKey([word])) !== undefined
    if (!isTrade && word.length > 1 && directory.people('credential', word) > 0)
      push(end, 'credential', credentialSense(word))
    if (this.isHeld[start] && !FILLER.has(word) && directory.people('wholeSkill', word) > 0)
      push(end, 'skill', skillSense(isUpper ? word.toUpperCase() : word))
  }

  private places(end: number, words: readonly string[], push: Push): void {
    const phrase = words.join(' ')
    if (FILLER_PHRASES.has(phrase)) push(end, 'filler', FILLER_SENSE)
    const state = stateNamed(phrase)
    if (state) push(end, words.length > 1 ? 'longState' : 'state', stateSense(state))
    const country = COUNTRIES.get(phrase)
    if (country !== undefined) push(end, 'country', countrySense(country))
    const nickname = CITY_NICKNAMES.get(phrase)
    if (nickname) push(end, 'cityInState', this.nickname(nickname))
    const cities = this.directory.cities(cityKey(words))
    if (cities.length === 0) return
    push(end, 'city', citySense(cities))
    for (const [stateEnd, code] of this.statesAt(end)) {
      const there = cities.filter((city) => city.state === code)
      if (there.length > 0) push(stateEnd, 'cityInState', citySense(there, code))
    }
  }

  private nickname([city, state]: readonly [string, string]): Sense {
    const there = this.directory.cities(cityKey(city.split(' '))).filter((c) => c.state === state)
    return citySense(there.length > 0 ? there : [{ city, state, people: 0 }], state)
  }

  /** States that are named from a part on, also after a comma. */
  private statesAt(start: number): [end: number, code: string][] {
    const found: [number, string][] = []
    const words: string[] = []
    for (let end = start + 1; end <= start + 3; end++) {
      const part = this.parts[end - 1]
      if (part?.type !== 'word' || part.isExcluded || (end - 1 > start && part.isAfterComma)) break
      words.push(part.word)
      const phrase = words.join(' ')
      const state = stateNamed(phrase) ?? (words.length === 1 ? stateCoded(phrase) : undefined)
      if (state) found.push([end, state.code])
    }
    return found
  }

  private trade(end: number, words: readonly string[], push: Push): void {
    if (words.length > LONGEST_PHRASE || isJoint(words[0] ?? '') || isJoint(words.at(-1) ?? ''))
      return
    const key = phraseKey(words)
    const typed = words.join(' ')
    const concept = tradeConcept(key)
    if (concept) push(end, 'trade', tradeSense(concept, typed, this.directory))
    else {
      const spelt = this.directory.specialtySpellings(specialtyKey(typed))
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

  /** Names: up to three words, in any order ("Nelson, John"), with or without "Dr". */
  private names(start: number, push: Push): void {
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
      // A comma is the one in "Nelson, John".
      if (part.isAfterComma && words.length > 0 && (words.length > 1 || isTitled)) break
      words.push(part.word)
      const sense = nameSense(words.join(' '))
      if (isTitled) push(end, 'titledName', sense)
      else if (words.length > 1) push(end, 'name', sense)
      else push(end, this.isLikelyName(part.word) ? 'name' : 'rareName', sense)
    }
  }

  private isName(index: number, isTitled: boolean): boolean {
    const part = this.parts[index]
    if (part?.type !== 'word' || !this.isHeld[index]) return false
    const { word } = part
    if (!isTitled && (FILLER.has(word) || tradeConcept(phraseKey([word])))) return false
    return this.directory.people('name', word) > 0
  }

  /** A name rather than a word of titles that few are called by. */
  private isLikelyName(word: string): boolean {
    return this.directory.people('name', word) * 20 >= this.directory.people('title', word)
  }
}

type Push = (end: number, kind: keyof typeof SCORES, sense: Sense) => void
