import { BEFORE_EMPLOYERS } from './employers.ts'
import { BEFORE_NAMES, BEFORE_PLACES, FILLER } from './filler.ts'
import { isContactAfter, MOBILE_CITY } from './has-contact.ts'
import { normalForm } from './normal-form.ts'
import { OPERATOR_SENSE, type Option } from './option.ts'
import { CODES_LIKE_WORDS, FILLER_CODES } from './places.ts'
import type { Part, Word } from './text-parts.ts'

/** More than the difference between any two readings of the same words. */
const DECIDES = 80
/** Lifts a second meaning just above the first. */
const MORE_THAN_THE_FIRST = 2

/**
 * Weighs readings by their neighbours: "PA" is a physician assistant, but Pennsylvania after
 * "cardiologist" or "in". Changes scores in place and never removes a reading, so that the losing
 * ones can be offered.
 */
export function weighByNeighbours(parts: readonly Part[], options: Option[][]): void {
  for (const [start, part] of parts.entries()) {
    if (part.type !== 'word' || part.isExcluded) continue
    const neighbours = new Neighbours(parts, options, start)
    if (part.word === 'or') weighOr(options, neighbours)
    weighCode(part, options[start] ?? [], neighbours)
    weighCity(options[start] ?? [], neighbours)
    weighSecond(options[start] ?? [], neighbours)
    if (part.word === MOBILE_CITY) weighMobile(options[start] ?? [], neighbours)
  }
}

/** The context of one part of the text. */
class Neighbours {
  readonly before: Word | undefined
  readonly after: Word | undefined

  constructor(
    readonly parts: readonly Part[],
    private readonly options: readonly Option[][],
    readonly start: number,
  ) {
    this.before = wordAt(parts, start - 1)
    this.after = wordAt(parts, start + 1)
  }

  get hasBefore(): boolean {
    const part = this.parts[this.start - 1]
    return part !== undefined && (part.type !== 'word' || this.isTerm(this.start - 1))
  }

  get hasAfter(): boolean {
    const part = this.parts[this.start + 1]
    return part !== undefined && (part.type !== 'word' || this.isTerm(this.start + 1))
  }

  /** Whether a part is more than filler. */
  private isTerm(index: number): boolean {
    const word = wordAt(this.parts, index)?.word
    return word !== undefined && (!FILLER.has(word) || this.hasTrade(index))
  }

  private hasTrade(index: number): boolean {
    return this.options[index]?.some(({ concept }) => concept !== undefined) === true
  }

  /** Whether a reading like this occurs elsewhere in the text, of words with no other reading. */
  elsewhere(is: (option: Option) => boolean): boolean {
    return this.options.some((there) =>
      there.some((option) => {
        if (option.start <= this.start && option.end > this.start) return false
        return is(option)
      }),
    )
  }

  /** Whether the text elsewhere names a place that can hardly be anything else. */
  get isOtherPlace(): boolean {
    return this.elsewhere((option) => {
      if (option.kind === 'region') return true
      if (option.kind === 'city') return option.state !== undefined || (option.people ?? 0) > 0
      if (option.kind !== 'state') return false
      const word = wordAt(this.parts, option.start)
      if (BEFORE_PLACES.has(wordAt(this.parts, option.start - 1)?.word ?? '')) return true
      return (
        option.end - option.start > 1 ||
        word === undefined ||
        isCertainState(word, option, this.options)
      )
    })
  }

  /** Whether a place ends right before this word. */
  endsPlace(): boolean {
    return this.options.some((there) =>
      there.some(({ end, kind }) => end === this.start && (kind === 'city' || kind === 'state')),
    )
  }

  /** Whether the preceding city and this word together name a place: "Portland OR". */
  endsStateHere(state: string): boolean {
    return this.options.some((there) =>
      there.some(
        (option) =>
          option.start < this.start && option.end === this.start + 1 && option.state === state,
      ),
    )
  }

  /** Readings joined before this word by "and", "or", a comma or a slash. */
  get joinedBefore(): readonly Option[] {
    const here = wordAt(this.parts, this.start)
    const isWord = this.before !== undefined && JOINING.has(this.before.word)
    if (!isWord && !here?.isAfterComma && !here?.isSlashed) return []
    const end = isWord ? this.start - 1 : this.start
    return this.options.flatMap((there) => there.filter((option) => option.end === end))
  }

  /** Whether a reading is joined to this word, before or after it. */
  isJoined(option: Option): boolean {
    // The reading is of the operator itself, as the operating room.
    if (JOINING.has(wordAt(this.parts, option.end - 1)?.word ?? '')) return true
    if (this.joinedBefore.includes(option)) return true
    const next = wordAt(this.parts, this.start + 1)
    if (next && JOINING.has(next.word)) return option.start === this.start + 2
    return option.start === this.start + 1 && (next?.isAfterComma || next?.isSlashed) === true
  }

  /** Whether a minus excludes a reading. */
  isExcluded({ start }: Option): boolean {
    const part = this.parts[start]
    return part?.type === 'word' && part.isExcluded
  }

  /** Whether an unambiguous place is joined before this word: "Ohio or PA". */
  get isAfterJoinedPlace(): boolean {
    return this.joinedBefore.some((option) => {
      if (option.kind === 'region' || option.kind === 'city') return true
      const word = wordAt(this.parts, option.start)
      return (
        option.kind === 'state' && word !== undefined && isCertainState(word, option, this.options)
      )
    })
  }

  /** Whether a place begins right after this word. */
  startsPlace(): boolean {
    return (this.options[this.start + 1] ?? []).some(
      ({ kind, start, end }) =>
        (kind === 'city' || kind === 'state') &&
        (end - start > 1 || isCertainPlaceWord(wordAt(this.parts, start))),
    )
  }
}

/** Words that join two parts of a kind. */
const JOINING: ReadonlySet<string> = new Set(['and', 'or', 'n'])

function wordAt(parts: readonly Part[], index: number): Word | undefined {
  const part = parts[index]
  return part?.type === 'word' ? part : undefined
}

const isCertainPlaceWord = (word: Word | undefined) =>
  word !== undefined && !FILLER.has(word.word) && !CODES_LIKE_WORDS.has(word.word)

/** A state's name, or a code without another meaning. */
function isCertainState(word: Word, option: Option, options: readonly Option[][]): boolean {
  if (word.word.length > 2) return option.kind === 'state'
  if (CODES_LIKE_WORDS.has(word.word)) return false
  return !(options[option.start] ?? []).some(
    ({ concept, end }) => concept !== undefined && end === option.end,
  )
}

/** Credentials, and nouns for members of a profession. */
const PERSON =
  /(?:ist|ian|eon|nurse|doctor|midwife|aide|tech|or|worker|trainer|assistant|practitioner)s?$/
const SHORT_MAX = 5

/** Whether a reading names people ("cardiologist", "RN") rather than a field. */
export function isPerson(option: Option, parts: readonly Part[]): boolean {
  if (!option.concept) return false
  const last = wordAt(parts, option.end - 1)
  if (!last) return false
  if (PERSON.test(last.word)) return true
  return last.word.length <= SHORT_MAX && option.concept.credentials.length > 0
}

/** Trades whose two letters are meant unless the context says otherwise. */
const TRADE_FIRST = new Set(['pa', 'md', 'do'])
/** Physicians' degrees, which may stand beside their specialty. */
const PHYSICIANS = new Set(['md', 'do'])

/** Weighs "PA", "MD", "ID", "IN", "me": a state, a trade, or an English word. */
function weighCode(part: Word, options: Option[], neighbours: Neighbours): void {
  const code = options.find(({ kind, start, end }) => kind === 'state' && end === start + 1)
  if (!code || part.word.length !== 2) return
  const trade = options.find(({ concept, end }) => concept !== undefined && end === code.end)
  const isAfterPreposition =
    neighbours.before !== undefined && BEFORE_PLACES.has(neighbours.before.word)
  if (FILLER_CODES.has(part.word) && !part.isUpper) code.score -= 2 * DECIDES
  if (trade && TRADE_FIRST.has(part.word)) code.score -= 2 * 10
  if (isAfterPreposition || (part.word !== 'or' && neighbours.isAfterJoinedPlace)) {
    // "a PA in PA": "in" itself may be Indiana, but only in capitals before nothing.
    code.score += FILLER_CODES.has(part.word) && !part.isUpper ? DECIDES / 2 : DECIDES
    return
  }
  if (neighbours.isOtherPlace) code.score -= trade || FILLER.has(part.word) ? DECIDES : 0
  if (!trade || part.word === 'or') return
  const isOtherPerson = neighbours.elsewhere(
    (option) =>
      isPerson(option, neighbours.parts) &&
      option.concept !== trade.concept &&
      !neighbours.isJoined(option) &&
      !(PHYSICIANS.has(part.word) && option.concept?.isPhysician),
  )
  if (isOtherPerson) trade.score -= DECIDES
}

/**
 * Weighs a place's name: after "in" it is the place; a small place's name is rather a person's
 * name.
 */
function weighCity(options: Option[], neighbours: Neighbours): void {
  const { before } = neighbours
  for (const option of options) {
    const isPlace = ['city', 'state', 'region'].includes(option.kind)
    if (isPlace && before && BEFORE_PLACES.has(before.word)) option.score += DECIDES / 2
    if (option.kind === 'organization' && before && BEFORE_EMPLOYERS.has(before.word))
      option.score += DECIDES / 2
    if (option.kind === 'name' && before && BEFORE_NAMES.has(before.word)) option.score += DECIDES
  }
}

/**
 * Weighs a second meaning, as in "pediatric therapist": a trade word with another meaning right
 * beside a field, unless the text supports its first meaning too: "pediatric therapist LCSW".
 */
function weighSecond(options: Option[], neighbours: Neighbours): void {
  for (const second of options) {
    const { likelierBeside, end } = second
    const first = options.find(
      (option) => option.end === end && option.concept && option !== second,
    )
    if (!likelierBeside || !first?.concept) continue
    const ofFirst = new Set(first.concept.specialties)
    const isField = ({ concept }: Option) => concept !== undefined && likelierBeside.has(concept.id)
    const isBeside = (option: Option) =>
      isField(option) &&
      (option.end === second.start || option.start === end) &&
      !neighbours.isExcluded(option) &&
      !neighbours.isJoined(option)
    const isOfFirst = (option: Option) =>
      !isField(option) && option.concept?.specialties.some((name) => ofFirst.has(name)) === true
    if (neighbours.elsewhere(isBeside) && !neighbours.elsewhere(isOfFirst))
      second.score += MORE_THAN_THE_FIRST
  }
}

/**
 * Weighs "mobile": after "with" or beside another place it is a telephone, after "in" the city;
 * where a trade phrase begins with it ("mobile crisis"), neither is more likely.
 */
function weighMobile(options: Option[], neighbours: Neighbours): void {
  const contact = options.find(({ kind }) => kind === 'has_contact')
  const isCity = options.some(({ kind, end }) => kind === 'city' && end === contact?.end)
  const isTrade = options.some(({ concept }) => concept !== undefined)
  if (!contact || !isCity || isTrade) return
  const before = neighbours.parts
    .slice(0, neighbours.start)
    .map((part) => (part.type === 'word' ? part.word : ''))
  const isContact = isContactAfter(before) ?? neighbours.isOtherPlace
  contact.score += isContact ? DECIDES : -DECIDES
}

/** Professions of operating rooms: "OR nurse". */
const ROOM_STAFF = new Set(
  [
    'nurse',
    'rn',
    'lpn',
    'tech',
    'manager',
    'director',
    'circulator',
    'charge',
    'scrub',
    'assistant',
    'staff',
    'supervisor',
    'educator',
  ].map(normalForm),
)

/** Weighs "OR": the operator between two terms, the operating room before a nurse, else Oregon. */
function weighOr(options: Option[][], neighbours: Neighbours): void {
  const { start, before, after, hasBefore, hasAfter } = neighbours
  const here = options[start] ?? []
  const isRoom = after !== undefined && ROOM_STAFF.has(normalForm(after.word))
  const isAfterPlace = neighbours.endsPlace() || (before !== undefined && FILLER.has(before.word))
  // "Portland OR pediatrician" has a city of Oregon before it, "Portland OR Seattle" two cities.
  const isOregon = neighbours.endsStateHere('OR') && !neighbours.startsPlace()
  const isOperatingRoom = isRoom && !isOregon && (!hasBefore || isAfterPlace)
  for (const option of here)
    if (option.concept?.id === 'operating room' && option.end === start + 1)
      option.score += isOperatingRoom ? DECIDES : -DECIDES
  if (!hasBefore || !hasAfter || isOregon || isOperatingRoom) return
  if (before && BEFORE_PLACES.has(before.word)) return
  here.push({ ...OPERATOR_SENSE, start, end: start + 1, score: 100 + 4 * DECIDES })
}
