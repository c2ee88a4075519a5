import type { Candidate } from '#api/contract/candidates.ts'
import type { Reading } from '#api/contract/search.ts'
import { presentText, presentTexts } from '#web/lib/format.ts'
import { fullName, specialtyOf } from '#web/lib/people/candidate-facts.ts'
import { type ReadingKind, wordsRead } from './readings.ts'

/**
 * Marks the words of a card that the query matched. The server decides who matches; this marks the
 * visible part of it, by the same rules for words (prefixes from 3 letters on, accents and case folded),
 * and marks nothing rather than guess.
 */

/** Shorter words match whole. */
const PREFIX_MIN = 3

/** Two words share a stem if they share so many letters and differ only in the last few. */
const STEM_MIN = 4
const ENDING_MAX = 4

const FIELDS = ['name', 'credential', 'specialty', 'title', 'organization', 'skills'] as const
type MarkedField = (typeof FIELDS)[number]

/**
 * The fields in which a part of each kind can show. Places are not marked: everybody on the page
 * matches.
 */
const SHOWS_IN: Partial<Record<ReadingKind, readonly MarkedField[]>> = {
  specialty: ['specialty', 'title', 'credential', 'skills'],
  credential: ['credential', 'specialty', 'title'],
  title: ['title', 'specialty'],
  organization: ['organization'],
  skill: ['skills'],
  name: ['name'],
  phrase: FIELDS,
  word: FIELDS,
}

/** A piece of a text, marked where it matched. */
export interface TextPart {
  /** Its offset in the text. */
  at: number
  text: string
  isMarked: boolean
}

export interface MatchMarks {
  name: TextPart[]
  credential: TextPart[]
  specialty: TextPart[]
  title: TextPart[]
  organization: TextPart[]
  skills: TextPart[][]
  /** The typed word, where the specialty stands for it by another word: "cardiologist". */
  specialtyFor: string | null
}

/** A card's texts, with the words marked that the readings ask for. */
export function matchMarks(person: Candidate, readings: readonly Reading[]): MatchMarks {
  const wanted = readings.filter(({ isExcluded }) => !isExcluded)
  const mark = (field: MarkedField, text: string | null) => {
    const shown = wanted.filter(({ kind }) => SHOWS_IN[kind]?.includes(field))
    return markWords(text ?? '', shown.flatMap(termsOf))
  }
  const specialty = specialtyOf(person)
  const credential = presentText(person.credential)
  const title = presentText(person.title)
  return {
    name: mark('name', fullName(person)),
    credential: mark('credential', credential),
    specialty: mark('specialty', specialty),
    title: mark('title', title),
    organization: mark('organization', presentText(person.organization)),
    skills: presentTexts(person.skills).map((skill) => mark('skills', skill)),
    specialtyFor: specialty && synonymOf(specialty, wanted, [title, credential]),
  }
}

export function isMarked(parts: readonly TextPart[]): boolean {
  return parts.some((part) => part.isMarked)
}

/** The words of a card that match a part, and how each may match. */
interface Term {
  words: string[]
  matches(word: string, asked: string): boolean
}

/** The typed words, where a profession may have another ending; and all its values. */
function termsOf(reading: Reading): Term[] {
  const isTrade = reading.kind === 'specialty' || reading.kind === 'title'
  const typed = { words: wordsOf(wordsRead(reading)), matches: isTrade ? isOfTrade : beginsWith }
  const values = reading.values.map((value) => ({ words: wordsOf(value), matches: beginsWith }))
  return [typed, ...values].filter(({ words }) => words.length > 0)
}

/** Marks the words of a text, for each term whose words all occur in it. */
function markWords(text: string, terms: readonly Term[]): TextPart[] {
  const words = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.'’]*/gu)].map((found) => ({
    from: found.index,
    to: found.index + found[0].length,
    folded: fold(found[0]),
  }))
  const standing = terms.filter((term) =>
    term.words.every((asked) => words.some(({ folded }) => term.matches(folded, asked))),
  )
  const parts: TextPart[] = []
  let at = 0
  for (const { from, to, folded } of words) {
    const isAsked = ({ words: all, matches }: Term) => all.some((asked) => matches(folded, asked))
    if (!standing.some(isAsked)) continue
    const last = parts.at(-1)
    const between = text.slice(at, from)
    // Adjacent words are one mark.
    if (last?.isMarked && /^[\s-]*$/.test(between)) last.text += text.slice(at, to)
    else {
      if (between) parts.push({ at, text: between, isMarked: false })
      parts.push({ at: from, text: text.slice(from, to), isMarked: true })
    }
    at = to
  }
  if (at < text.length) parts.push({ at, text: text.slice(at), isMarked: false })
  return parts
}

function beginsWith(word: string, asked: string): boolean {
  return asked.length >= PREFIX_MIN ? word.startsWith(asked) : word === asked
}

function isOfTrade(word: string, asked: string): boolean {
  return beginsWith(word, asked) || isOneStem(word, asked)
}

/**
 * The typed words that the specialty stands for, unless the card shows them: in the specialty with
 * another ending, or in a field beside it.
 */
function synonymOf(
  specialty: string,
  wanted: readonly Reading[],
  beside: readonly (string | null)[],
): string | null {
  const own = wordsOf(specialty)
  const reading = wanted.find(
    ({ kind, values }) =>
      SHOWS_IN[kind]?.includes('specialty') &&
      // A source writes "Cardiology" for all that the trade subdivides.
      values.some((value) => own.every((word) => wordsOf(value).includes(word))),
  )
  if (!reading) return null
  const typed = wordsOf(wordsRead(reading))
  const isSaid = [specialty, ...beside].some((text) =>
    typed.every((asked) => wordsOf(text ?? '').some((word) => isOfTrade(word, asked))),
  )
  return isSaid ? null : wordsRead(reading)
}

/** Whether two words differ in their endings alone: "cardiologist" and "cardiology". */
function isOneStem(a: string, b: string): boolean {
  let common = 0
  while (common < a.length && a[common] === b[common]) common++
  return common >= STEM_MIN && common >= Math.max(a.length, b.length) - ENDING_MAX
}

function wordsOf(text: string): string[] {
  return (text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}.'’]*/gu) ?? []).map(fold)
}

function fold(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\p{M}.'’]/gu, '')
    .toLowerCase()
}
