import { fold, words } from '#api/services/search/text.ts'
import type { TextMatch } from '#api/services/search/text-query.ts'
import { professionOf, SPECIALTIES } from '#db/import/specialties.ts'
import { phraseKey } from './normal-form.ts'
import { ALLIED } from './trade/allied.ts'
import { CONCEPTS } from './trade/concepts.ts'
import { NURSING } from './trade/nursing.ts'
import { OTHER_MEANINGS } from './trade/other-meanings.ts'
import { PHYSICIANS } from './trade/physicians.ts'
import type { Meaning, TradeRow } from './trade/row.ts'

export const TRADE: readonly TradeRow[] = [...PHYSICIANS, ...NURSING, ...ALLIED]

/** The meaning of a trade phrase, with the concepts that it includes. */
export interface Concept {
  id: string
  /** The key of the directory's own specialties with this meaning. */
  key: string
  /** Names of specialties, in the directory's spelling. */
  specialties: readonly string[]
  titles: readonly string[]
  credentials: readonly string[]
  skills: readonly string[]
  /** The keys of its specialties and the other matches, precomputed. */
  specialtyKeys: readonly string[]
  otherMatches: readonly TextMatch[]
  /** The names of what it stands for, as people write them. */
  values: readonly string[]
  /** Whether `values` is a name of its own rather than a list of its parts. */
  isNamed: boolean
  /** Whether it consists of physicians only: then "MD" after it is the degree, not Maryland. */
  isPhysician: boolean
}

const keyOf = (phrase: string) => phraseKey(words(phrase))

const PHYSICIAN_CREDENTIALS = new Set(['MD', 'DO', 'MBBS', 'MBChB'])

/** The phrases of a row, as typed and as keys. */
export function phrasesOf([, , phrases]: TradeRow): { phrase: string; key: string }[] {
  return phrases.split(',').map((part) => {
    const phrase = part.trim()
    return { phrase, key: phraseKey(words(phrase)) }
  })
}

/**
 * The concept of an id: an entry of the table, a specialty, or both.
 * @throws for an unknown id, and for a concept that includes itself
 */
export function resolveConcept(id: string): Concept {
  const found = resolve(id, [])
  const { specialties, credentials } = found
  return {
    ...found,
    id,
    key: keyOf(id),
    specialtyKeys: specialties.map(keyOf),
    otherMatches: otherMatches(found),
    values: valuesOf(id, found),
    isNamed: CONCEPTS[id]?.name !== undefined,
    isPhysician:
      specialties.every((name) => professionOf(name)?.group === 'physician') &&
      credentials.every((credential) => PHYSICIAN_CREDENTIALS.has(credential)),
  }
}

type Resolved = Required<Omit<Meaning, 'includes' | 'name'>>

function resolve(id: string, path: readonly string[]): Resolved {
  if (path.includes(id)) throw new Error(`Trade words in a loop: ${[...path, id].join(' → ')}`)
  const entry = CONCEPTS[id]
  const profession = professionOf(id)
  if (!entry && !profession) throw new Error(`Trade words: ${id} is no concept and no specialty`)
  const parts: Meaning[] = (entry?.includes ?? []).map((part) => resolve(part, [...path, id]))
  if (entry) parts.unshift(entry)
  if (profession) parts.unshift({ specialties: [id], titles: [profession.title] })
  const all = (field: keyof Resolved) => [...new Set(parts.flatMap((part) => part[field] ?? []))]
  return {
    specialties: all('specialties'),
    titles: all('titles'),
    credentials: all('credentials'),
    skills: all('skills'),
  }
}

function otherMatches({ titles, credentials, skills }: Resolved): TextMatch[] {
  const letters = (credential: string) => words(credential).join('')
  return [
    ...titles.map((value): TextMatch => ({ field: 'title', how: 'phrase', value: fold(value) })),
    ...credentials.map(
      (value): TextMatch => ({ field: 'credential', how: 'equal', value: letters(value) }),
    ),
    ...skills.map((value): TextMatch => ({ field: 'skills', how: 'phrase', value: fold(value) })),
  ]
}

function valuesOf(id: string, { specialties, titles }: Resolved): string[] {
  const name = CONCEPTS[id]?.name
  if (name !== undefined) return [name]
  return specialties.length > 0 ? [...specialties] : [...titles]
}

const byPhrase = new Map<string, Concept>()
const concepts = new Map<string, Concept>()
/** Words of the trade as they are typed: possible corrections of misspelt words. */
export const TRADE_WORDS = new Set<string>()
let longest = 0

function conceptOf(id: string): Concept {
  const known = concepts.get(id)
  if (known) return known
  const concept = resolveConcept(id)
  concepts.set(id, concept)
  return concept
}

function add(phrase: string, concept: Concept): void {
  const typed = words(phrase)
  for (const word of typed) TRADE_WORDS.add(word)
  const key = phraseKey(typed)
  if (byPhrase.has(key)) return
  byPhrase.set(key, concept)
  longest = Math.max(longest, typed.length)
}

// The table comes first: there "cardiologist" means more than the one specialty with that title.
for (const row of TRADE) for (const { phrase } of phrasesOf(row)) add(phrase, conceptOf(row[0]))
for (const { specialty } of SPECIALTIES) add(specialty, conceptOf(specialty))
for (const { specialty, title } of SPECIALTIES) add(title, conceptOf(specialty))

/** The number of words in the longest trade phrase. */
export const LONGEST_PHRASE = longest

/** The concept of a trade phrase, by `phraseKey`. */
export const tradeConcept = (key: string) => byPhrase.get(key)

/** A phrase's second meaning, which is more likely than the first beside some concepts. */
interface SecondConcept {
  concept: Concept
  /** The ids of those concepts. */
  beside: ReadonlySet<string>
}
const secondByPhrase = new Map<string, SecondConcept>()
for (const { phrases, concept, beside } of OTHER_MEANINGS) {
  const second = { concept: conceptOf(concept), beside: new Set(beside) }
  for (const phrase of phrases.split(', ')) secondByPhrase.set(keyOf(phrase), second)
}

/** The second meaning of a trade phrase, by `phraseKey`. */
export const secondConcept = (key: string) => secondByPhrase.get(key)

const canonical = new Map<string, string>()
for (const { specialty } of SPECIALTIES) canonical.set(phraseKey(words(specialty)), specialty)

/**
 * The key of a specialty in any source's spelling. A spelling of one of our specialties has that
 * specialty's key, so that "OBGYN" and the taxonomy's "Cardiovascular Disease Physician" are found
 * with them. A name for several specialties, as "Cardiology", or for more than one specialty
 * covers, has the key of that concept.
 */
export function specialtyKey(specialty: string): string {
  const key = keyOf(specialty)
  const short = key.replace(/^internal medicine /, '').replace(/ physician$/, '')
  for (const form of [key, short]) {
    if (canonical.has(form)) return form
    const concept = byPhrase.get(form)
    const [only] = concept?.specialties ?? []
    if (concept && only !== undefined)
      // "Men's Health" matches urologists, but is not Urology.
      return concept.values.length === 1 && concept.values[0] === only ? keyOf(only) : concept.key
  }
  return key
}
