import type { Reading } from '#api/contract/search.ts'
import { fold } from '#api/services/search/text.ts'
import type { TextMatch } from '#api/services/search/text-query.ts'
import { normalizeCredential } from '#db/import/credential.ts'
import { specialtyName } from '#db/schema/specialty-name.ts'
import type { Directory } from './directory.ts'
import { OTHER_TRADES } from './employers.ts'
import type { ContactAsked } from './has-contact.ts'
import type { Concept } from './lexicon.ts'
import type { Topic } from './not-held.ts'

/** One reading of the parts `start .. end` (exclusive) of a text. */
export interface Option {
  start: number
  end: number
  /** `or` and `not` are operators, without matches of their own. */
  kind: Reading['kind'] | 'or' | 'not'
  /** The values, as people write them. */
  values: string[]
  /** The alternative matches: any one suffices. */
  matches: TextMatch[]
  /** Whether matching people are excluded. */
  isExcluded?: boolean
  /** The part at which the negation of this reading alone begins. */
  excludedFrom?: number
  /** Why it is filler, or what else it was read as; the notice tells the user. */
  topic?: Topic | 'partOfState'
  filters?: Record<string, string[]>
  /** A text that has only this reading: `state:PA`. */
  explicit: string
  /** The likelihood, higher is likelier; sums are compared over options that do not overlap. */
  score: number
  /** The concept of a trade word. */
  concept?: Concept
  /** Concepts beside which this is more likely than another reading of the same word. */
  likelierBeside?: ReadonlySet<string>
  /** The code of the state that it names or lies in. */
  state?: string
  /** The number of a city's people in all states, for personal names that are also cities. */
  people?: number
}

/** An option without its position and score. */
export type Sense = Omit<Option, 'start' | 'end' | 'score'>

/** The text for a value in one field alone: `city:"New York"`. */
export const explicitForm = (field: string, value: string) =>
  `${field}:${/^[\p{L}\p{N}-]+$/u.test(value) ? value : `"${value.replaceAll('"', '')}"`}`

/** Each word capitalised, as in names. */
export function capitalized(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
    .replace(/(?<=\s)(?:Of|And|The|For|In|At)(?=\s)/g, (word) => word.toLowerCase())
}

/** A longer text is spelled out and is not a credential: "registered nurse". */
const CREDENTIAL_LETTERS_MAX = 9

/** A profession, specialty, degree or unit. */
export function tradeSense(concept: Concept, typed: string, directory: Directory): Sense {
  const { specialties, titles, credentials, skills } = concept
  // "Cardiology" is not in the taxonomy, but some people of the directory have it as their
  // specialty.
  const isOwn = specialties.length > 0 && !concept.specialtyKeys.includes(concept.key)
  const own = isOwn ? directory.specialtySpellings(concept.key) : []
  const known = specialties.flatMap((name, index) =>
    spellings(name, concept.specialtyKeys[index] ?? '', directory),
  )
  const bySpecialty = [...own, ...known].map(
    (value): TextMatch => ({ field: 'specialty', how: 'equal', value }),
  )
  const kind =
    skills.length > 0
      ? 'skill'
      : specialties.length > 0
        ? 'specialty'
        : titles.length > 0
          ? 'title'
          : 'credential'
  const isCredential = typed.length <= CREDENTIAL_LETTERS_MAX && credentials.length > 0
  const sense: Sense = {
    kind: isCredential && isOneOf(typed, concept.credentials) ? 'credential' : kind,
    values: concept.isNamed
      ? [...concept.values]
      : [...new Set([...own.map(specialtyName), ...concept.values])],
    matches: [...bySpecialty, ...concept.otherMatches],
    explicit: '',
    concept,
  }
  sense.explicit = explicitForm(
    sense.kind === 'credential' ? 'credential' : 'specialty',
    sense.kind === 'credential' ? typed.toUpperCase() : typed,
  )
  const isCredentialAlone = credentials.length > 0 && sense.matches.length === credentials.length
  if (isCredentialAlone) sense.filters = { credential: [...concept.credentials] }
  return sense
}

function isOneOf(typed: string, credentials: readonly string[]): boolean {
  const letters = lettersOnly(typed)
  return credentials.some((credential) => lettersOnly(credential) === letters)
}

const lettersOnly = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

/** A specialty in all of the directory's spellings; in its own spelling when there is none. */
export function spellings(specialty: string, key: string, directory: Directory): readonly string[] {
  const found = directory.specialtySpellings(key)
  return found.length > 0 ? found : [fold(specialty)]
}

/** Matches people with a contact of one of the kinds. */
export function hasContactSense({ kinds, name }: ContactAsked): Sense {
  return {
    kind: 'has_contact',
    values: [name],
    matches: kinds.map((value) => ({ field: 'contact', how: 'equal', value })),
    filters: { hasContact: [...kinds] },
    explicit: explicitForm('has', name),
  }
}

export function nameSense(words: string): Sense {
  return {
    kind: 'name',
    values: [capitalized(words)],
    matches: [{ field: 'name', how: 'words', value: words }],
    explicit: explicitForm('name', words),
  }
}

export function employerSense(words: string): Sense {
  return {
    kind: 'organization',
    values: [capitalized(words)],
    matches: [{ field: 'organization', how: 'phrase', value: words }],
    explicit: explicitForm('employer', words),
  }
}

export function titleSense(words: string): Sense {
  return {
    kind: 'title',
    values: [capitalized(words)],
    matches: [{ field: 'title', how: 'phrase', value: words }],
    explicit: explicitForm('title', words),
  }
}

export function skillSense(words: string): Sense {
  return {
    kind: 'skill',
    values: [capitalized(words)],
    matches: [
      { field: 'skills', how: 'phrase', value: fold(words) },
      { field: 'title', how: 'phrase', value: fold(words) },
    ],
    explicit: explicitForm('skill', words),
  }
}

export function specialtySense(names: readonly string[]): Sense {
  return {
    kind: 'specialty',
    values: names.map(capitalized),
    matches: names.map((value) => ({ field: 'specialty', how: 'equal', value: fold(value) })),
    filters: { specialty: names.map(capitalized) },
    explicit: explicitForm('specialty', names[0] ?? ''),
  }
}

export function credentialSense(value: string): Sense {
  const written = normalizeCredential(value) ?? value.toUpperCase()
  return {
    kind: 'credential',
    values: [written],
    matches: [{ field: 'credential', how: 'equal', value: lettersOnly(value) }],
    filters: { credential: [written] },
    explicit: explicitForm('credential', written),
  }
}

export function npiSense(value: string): Sense {
  return {
    kind: 'npi',
    values: [value],
    matches: [{ field: 'npi', how: 'equal', value }],
    filters: { npi: [value] },
    explicit: `npi:${value}`,
  }
}

/**
 * An unknown word: matched in every field as a prefix; as a whole word when it is a trade that the
 * directory lacks ("vet" must not find Vetter).
 */
export function wordSense(word: string): Sense {
  const how = OTHER_TRADES.has(word) ? 'words' : 'prefixes'
  return {
    kind: 'word',
    values: [word],
    matches: [{ field: 'any', how, value: word }],
    explicit: word,
  }
}

export function phraseSense(phrase: string): Sense {
  return {
    kind: 'phrase',
    values: [phrase],
    matches: [{ field: 'any', how: 'phrase', value: fold(phrase) }],
    explicit: `"${phrase}"`,
  }
}

export const FILLER_SENSE: Sense = { kind: 'filler', values: [], matches: [], explicit: '' }
export const OPERATOR_SENSE: Sense = { kind: 'or', values: [], matches: [], explicit: '' }
export const NEGATION_SENSE: Sense = { kind: 'not', values: [], matches: [], explicit: '' }

/** The sense of a part that the directory does not hold. */
export const notHeldSense = (topic: Topic): Sense => ({ ...FILLER_SENSE, topic })

/** The sense of an address or a telephone number: contacts cannot be searched. */
export function contactSense(value: string): Sense {
  return { kind: 'contact', values: [value], matches: [], explicit: value }
}
