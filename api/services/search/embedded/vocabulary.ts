import { setImmediate } from 'node:timers/promises'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { fold, words } from '#api/services/search/text.ts'
import type { DeletionIndex } from '#api/services/search/understanding/deletion-index.ts'
import {
  byPeople,
  type CityInState,
  cityKey,
  type Directory,
  type Holder,
} from '#api/services/search/understanding/directory.ts'
import { specialtyKey } from '#api/services/search/understanding/lexicon.ts'
import type { Dictionary } from './dictionary.ts'
import { fieldTexts, NAMESPACES } from './tokens.ts'

/** Terms read per turn, which takes a millisecond or two; then other work gets the event loop. */
const TURN = 2000

/**
 * The embedded index as a `Directory` for the understanding of text. Reads the index's terms, and
 * caches two things: the cities and the spellings of specialties. Words added after the index was
 * built are not offered as corrections.
 */
export class Vocabulary implements Directory {
  private readonly citiesByKey = new Map<string, CityInState[]>()
  private readonly specialties = new Map<string, string[]>()

  constructor(
    private readonly dictionary: Dictionary,
    private readonly corrections: DeletionIndex,
  ) {}

  /** Fills the cache; before that no city is known. */
  async prepare(): Promise<void> {
    await this.inTurns(NAMESPACES.cityInState, (text, people) => this.addCity(text, people))
    for (const cities of this.citiesByKey.values()) cities.sort(byPeople)
    await this.inTurns(NAMESPACES.specialty, (text) => this.addSpecialty(text))
  }

  /** Adds the city and the specialty of a new or changed person. */
  learn(document: SearchDocument): void {
    for (const text of fieldTexts(document, 'city_in_state')) this.addCity(text, 1)
    for (const text of fieldTexts(document, 'specialty')) this.addSpecialty(fold(text))
  }

  people(holder: Holder, text: string): number {
    return this.dictionary.upTo(NAMESPACES[holder] + text)
  }

  peopleBeginning(text: string): number {
    return this.peopleOfFirst(NAMESPACES.any + text)
  }

  peopleOfEmployer(phrase: string): number {
    const term = NAMESPACES.wholeOrganization + phrase
    return this.dictionary.upTo(term) || this.peopleOfFirst(`${term} `)
  }

  cities(key: string): readonly CityInState[] {
    return this.citiesByKey.get(key) ?? []
  }

  specialtySpellings(key: string): readonly string[] {
    return this.specialties.get(key) ?? []
  }

  nearest(word: string, edits: number): { word: string; edits: number } | undefined {
    return this.corrections.nearest(word, edits)
  }

  /** Whether any term has this prefix: the number of people of the first such term. */
  private peopleOfFirst(prefix: string): number {
    for (const [, people] of this.dictionary.startingWith(prefix)) return people
    return 0
  }

  private addCity(text: string, people: number): void {
    const [city = '', state = ''] = text.split('|')
    const key = cityKey(words(city))
    const known = this.citiesByKey.get(key) ?? []
    if (known.some((other) => other.city === city && other.state === state)) return
    this.citiesByKey.set(key, [...known, { city, state, people }])
  }

  private addSpecialty(text: string): void {
    const key = specialtyKey(text)
    const known = this.specialties.get(key) ?? []
    if (!known.includes(text)) this.specialties.set(key, [...known, text].sort())
  }

  private async inTurns(
    namespace: string,
    take: (text: string, people: number) => void,
  ): Promise<void> {
    let read = 0
    for (const [term, people] of this.dictionary.startingWith(namespace)) {
      take(term.slice(1), people)
      read += 1
      if (read % TURN === 0) await setImmediate()
    }
  }
}
