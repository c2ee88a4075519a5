/** A city of the directory in one state, and how many people are there. */
export interface CityInState {
  /** Folded, with its punctuation: what a person's city is compared with. */
  city: string
  state: string
  people: number
}

/** Where a word or a whole text may stand. `any` is name, title, specialty, employer, skills, city. */
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
 * What understanding asks of the people who are there. Words are folded; several are joined by one
 * space. A count is never zero for somebody who is there, and may be a little too high.
 */
export interface Directory {
  /** People with this word (or this whole text). */
  people(holder: Holder, text: string): number
  /** Whether anybody has a word that starts so, in any field: some of those people, or none. */
  peopleBeginning(text: string): number
  /** The same of an employer whose name begins with these whole words. */
  peopleOfEmployer(words: string): number
  /** The states in which a city of this name is, by `cityKey`, most people first. */
  cities(key: string): readonly CityInState[]
  /** How the directory spells a specialty (by `specialtyKey`), folded and sorted; none when nobody has it. */
  specialtySpellings(key: string): readonly string[]
  /**
   * The word nearest to one that is not there: fewest edits, then most people.
   * @param edits at most as many: letters added, dropped, changed or swapped with the next
   */
  nearest(word: string, edits: number): { word: string; edits: number } | undefined
}

/** Where most people are first; of equals in the order of their letters. */
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
