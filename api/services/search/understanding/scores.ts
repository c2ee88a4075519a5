import type { Sense } from './option.ts'

/** The score per word: several words as one reading are more likely than each on its own. */
const WORD_SCORE = 100
const JOINED_SCORE = 50
/** The additional score for words of the trade: "ID doctor" is not a doctor in Idaho. */
const JOINED_TRADE_SCORE = 70

/** How much more likely each kind is than an unknown word, other things being equal. */
const SCORES = {
  doubtfulName: -25,
  word: 0,
  employer: 15,
  unknownEmployer: 20,
  name: 20,
  rareName: 5,
  skill: 28,
  credential: 25,
  filler: 30,
  notHeld: 35,
  city: 40,
  title: 40,
  specialty: 44,
  secondTrade: 44,
  trade: 45,
  country: 50,
  code: 55,
  state: 60,
  longState: 85,
  hasContact: 45,
  region: 85,
  negation: 60,
  npi: 90,
  postalCode: 90,
  titledName: 150,
  cityInState: 110,
} as const

/** The score of a run of words as one kind. */
export const scoreOf = (words: number, kind: ScoredKind) =>
  words * WORD_SCORE +
  (words - 1) * (kind === 'trade' ? JOINED_TRADE_SCORE : JOINED_SCORE) +
  SCORES[kind]

export type ScoredKind = keyof typeof SCORES

/** Adds a reading of the words up to a part (exclusive). */
export type Push = (end: number, kind: ScoredKind, sense: Sense) => void
