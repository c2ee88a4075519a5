/** A city of the directory in one state, with its number of people. */
export interface CityInState {
  /** Folded, with its punctuation, for the comparison with a person's city. */
  city: string
  state: string
  people: number
}

/**
 * The field that a word or whole text occurs in. `any` is name, title, specialty, employer, skills,
 * city.
 */
export type Holder =
  | 'name'
  | 'title'
  | 'credential'
  | 'organization'
  | 'npi'
  | 'postalCode'
  | 'wholeTitle'
  | 'wholeSkill'
  | 'any'

/**
 * The understanding's questions about the directory. Words are folded; several are joined by one
 * space. A count is never zero when there is a person, and may be slightly too high.
 */
export interface Directory {
  /** How many people have this word (or this whole text). */
  people(holder: Holder, text: string): number
  /** People with a word of this prefix in any field: a lower bound, zero only when there are none. */
  peopleBeginning(text: string): number
  /** How many people have an employer whose name begins with these whole words. */
  peopleOfEmployer(words: string): number
  /** The states that have a city of this name, by `cityKey`, most people first. */
  cities(key: string): readonly CityInState[]
  /** The directory's spellings of a specialty (by `specialtyKey`), folded and sorted; may be empty. */
  specialtySpellings(key: string): readonly string[]
  /**
   * The nearest word to an unknown one: fewest edits, then most people.
   * @param edits the most allowed: letters added, deleted, changed or swapped with the next
   */
  nearest(word: string, edits: number): { word: string; edits: number } | undefined
}

/** Puts the city with the most people first; ties are ordered alphabetically. */
export const byPeople = (a: CityInState, b: CityInState) =>
  b.people - a.people || (`${a.city}|${a.state}` < `${b.city}|${b.state}` ? -1 : 1)

const CITY_WORDS: ReadonlyMap<string, string> = new Map([
  ['saint', 'st'],
  ['sainte', 'ste'],
  ['fort', 'ft'],
  ['mount', 'mt'],
])

/** A city's words in one spelling: "Saint Louis" and "St. Louis" have the same key. */
export function cityKey(words: readonly string[]): string {
  return words.map((word) => CITY_WORDS.get(word) ?? word).join(' ')
}

const SPELT_TWICE = [...CITY_WORDS].map(
  ([long, short]) =>
    [new RegExp(`\\b(?:${long}|${short})(?:\\.\\s*|\\s+|$)`, 'g'), long, short] as const,
)

/**
 * A folded beginning of a name in each spelling of those words: for "st. lou" also "saint lou" and "st lou".
 * Such a word at its end is whole: "saint" is "st " and no Stockton.
 */
export function spellingsOf(beginning: string): string[] {
  const spelt = (write: (long: string, short: string) => string) =>
    SPELT_TWICE.reduce(
      (text, [words, long, short]) => text.replace(words, `${write(long, short)} `),
      beginning,
    )
  return [
    ...new Set([
      beginning,
      spelt((long) => long),
      spelt((_, short) => short),
      spelt((_, short) => `${short}.`),
    ]),
  ]
}
