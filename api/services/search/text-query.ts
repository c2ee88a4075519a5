import { words } from './text.ts'

/**
 * A search's text as understood. `understanding/` produces it; both engines and the reference
 * implementation of the contract suite execute it. It names fields of a person, never a term of an
 * index.
 */

/** The searched fields. `any` is name, title, specialty, employer, skills, city. */
export const TEXT_FIELDS = [
  'npi',
  'name',
  'specialty',
  'title',
  'credential',
  'organization',
  'skills',
  'city',
  'state',
  'country',
  'cityInState',
  'postalCode',
  'contact',
  'any',
] as const
export type TextField = (typeof TEXT_FIELDS)[number]

/**
 * One way in which a person can match.
 *
 * - `equal`: the whole field, folded, equals `value`. A credential field holds several: one of them,
 *   folded and without punctuation ("RN, BSN" holds `rn` and `bsn`). `cityInState` is `city|state`:
 *   the folded city and the code. `postalCode` is the area of the office (`postal-area.ts`), `contact`
 *   a kind of contact that the person has, as the filter `hasContact` names it.
 * - `words`: every word of `value` stands in the field as a whole word.
 * - `phrase`: the words of `value` stand in the field beside each other, in this order.
 * - `prefixes`: every word of `value` stands in the field; one of 3 letters or more as the start of
 *   a word.
 */
export interface TextMatch {
  field: TextField
  how: 'equal' | 'words' | 'phrase' | 'prefixes'
  value: string
}

/** One part of the text: any of its matches suffices; when excluded, none may hold. */
interface TextClause {
  anyOf: TextMatch[]
  isExcluded: boolean
}

/** Text as understood: every clause must hold. Without clauses it matches all people. */
export type TextQuery = TextClause[]

/**
 * The quality of a match, 0 the best. Best match orders people by their weakest clause: first those
 * whom the query finds with matches of tier 0 alone, then those whom it also finds with tier 1, and
 * so on. Each tier costs one query over sets, never a score per person. Excluded clauses and places
 * do not count.
 */
export function tierOf({ field, how }: TextMatch): number {
  if (how === 'prefixes') return TIERS - 1
  switch (field) {
    case 'npi':
    case 'name':
    case 'city':
    case 'state':
    case 'country':
    case 'cityInState':
    case 'postalCode':
    case 'contact':
      return 0
    case 'specialty':
      return 1
    case 'title':
      return 2
    case 'credential':
      return 3
    case 'organization':
      return 4
    case 'skills':
      return 5
    case 'any':
      return TIERS - 1
  }
}

const TIERS = 7

/** The literal reading of a text: every word must occur in one of the fields. */
export function wordByWord(text: string): TextQuery {
  return words(text).map((value) => ({
    anyOf: [{ field: 'any', how: 'prefixes', value }],
    isExcluded: false,
  }))
}
