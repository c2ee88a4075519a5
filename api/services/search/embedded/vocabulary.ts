import { setImmediate } from 'node:timers/promises'
import { words } from '../text.ts'
import { DeletionIndex } from '../understanding/deletion-index.ts'
import {
  type CityInState,
  cityKey,
  type Directory,
  type Holder,
} from '../understanding/directory.ts'
import { specialtyKey } from '../understanding/lexicon.ts'
import type { Dictionary } from './dictionary.ts'
import { NAMESPACES } from './tokens.ts'

/**
 * So many words can be a misspelt word's correction, those of most people first. A directory of
 * millions has more, but they are names that one person has: poor guesses, and they would cost more
 * memory than all the others.
 */
const CORRECTIONS_MAX = 50_000
/** Shorter ones are nobody's correction, longer ones no words. */
const CORRECTION_LETTERS = /^\p{L}{4,30}$/u

/** Terms read at a stretch, which is a millisecond or two; then what else waits has its turn. */
const TURN = 2000

/**
 * What the people of the embedded index have, for the understanding of text. Asks its terms, and
 * keeps three things that it read when the index was opened: the cities, the spellings of
 * specialties and an index of its words by what they are misspelt as. What came since is known, but
 * corrects nothing.
 */
export class Vocabulary implements Directory {
  private readonly citiesByKey = new Map<string, CityInState[]>()
  private readonly specialties = new Map<string, string[]>()
  private corrections: DeletionIndex | undefined

  constructor(private readonly dictionary: Dictionary) {}

  /** Reads what it keeps; before, no city and no correction is known. */
  async prepare(): Promise<void> {
    await this.inTurns(NAMESPACES.cityInState, (text, people) => {
      const [city = '', state = ''] = text.split('|')
      const key = cityKey(words(city))
      append(this.citiesByKey, key, { city, state, people })
    })
    for (const cities of this.citiesByKey.values()) cities.sort((a, b) => b.people - a.people)
    await this.inTurns(NAMESPACES.specialty, (text) =>
      append(this.specialties, specialtyKey(text), text),
    )
    await this.prepareCorrections()
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
    const known = this.citiesByKey.get(key)
    if (known || key.length < 2) return known ?? []
    const start = `${NAMESPACES.cityInState}${key}|`
    return Array.from(this.dictionary.startingWith(start), ([term, people]) => ({
      city: key,
      state: term.slice(start.length),
      people,
    }))
  }

  specialtySpellings(key: string): readonly string[] {
    return this.specialties.get(key) ?? []
  }

  nearest(word: string, edits: number): { word: string; edits: number } | undefined {
    return this.corrections?.nearest(word, edits)
  }

  /** Whether there is a term that starts so, by the people who have the first. */
  private peopleOfFirst(prefix: string): number {
    for (const [, people] of this.dictionary.startingWith(prefix)) return people
    return 0
  }

  private async prepareCorrections(): Promise<void> {
    const found: { word: string; people: number }[] = []
    await this.inTurns(NAMESPACES.any, (word, people) => {
      if (CORRECTION_LETTERS.test(word)) found.push({ word, people })
    })
    const list = found
      .sort((a, b) => b.people - a.people || (a.word < b.word ? -1 : 1))
      .slice(0, CORRECTIONS_MAX)
      .map(({ word }) => word)
    const steps = DeletionIndex.building({ size: list.length, at: (place) => list[place] ?? '' })
    for (;;) {
      const step = steps.next()
      if (step.done) {
        this.corrections = step.value
        return
      }
      await setImmediate()
    }
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

function append<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
