import { postalAreas } from '#api/services/search/postal-area.ts'
import { cityKey, type Directory } from './directory.ts'
import { COUNTY } from './not-held.ts'
import type { Sense } from './option.ts'
import {
  citySense,
  countrySense,
  postalCodeSense,
  regionSense,
  stateSense,
} from './place-senses.ts'
import { CITY_NICKNAMES, COUNTRIES, stateCoded, stateNamed } from './places.ts'
import { NAMED_PARTS_OF_STATES, PARTS_OF_STATES, REGIONS } from './regions.ts'
import type { Push } from './scores.ts'
import type { Part } from './text-parts.ts'

interface Read {
  parts: readonly Part[]
  directory: Directory
}

/** The places that begin at a word, alone or followed by a state. */
export function placesAt(
  end: number,
  words: readonly string[],
  { parts, directory }: Read,
  push: Push,
): void {
  const phrase = words.join(' ')
  const state = stateNamed(phrase)
  if (state) push(end, words.length > 1 ? 'longState' : 'state', stateSense(state))
  const country = COUNTRIES.get(phrase)
  if (country !== undefined) push(end, 'country', countrySense(country))
  const region = REGIONS.get(phrase)
  if (region) push(end, 'region', regionSense(region, directory))
  partOfState(end, words, push)
  const nickname = CITY_NICKNAMES.get(phrase)
  if (nickname) push(end, 'cityInState', nicknameSense(nickname, directory))
  const isCounty = words.length > 1 && COUNTY.has(words.at(-1) ?? '')
  const cities = directory.cities(cityKey(isCounty ? words.slice(0, -1) : words))
  if (cities.length === 0) return
  push(end, 'city', citySense(cities))
  for (const [stateEnd, code] of statesAt(end, parts)) {
    const there = cities.filter((city) => city.state === code)
    if (there.length > 0) push(stateEnd, 'cityInState', citySense(there, code))
  }
}

/** "Southern California" becomes California: the directory has no parts of states. */
function partOfState(end: number, words: readonly string[], push: Push): void {
  const named = NAMED_PARTS_OF_STATES.get(words.join(' '))
  const isPart = words.length > 1 && PARTS_OF_STATES.has(words[0] ?? '')
  if (named === undefined && !isPart) return
  const state =
    named === undefined ? stateNamed(words.slice(1).join(' ')) : stateCoded(named.toLowerCase())
  if (state) push(end, 'region', { ...stateSense(state), topic: 'partOfState' })
}

/** Reads ZIP codes, also ZIP+4, and Canadian codes with or without a blank. */
export function postalCodeAt(start: number, parts: readonly Part[], push: Push): void {
  const first = parts[start]
  const second = parts[start + 1]
  if (first?.type !== 'word' || !/\d/.test(first.word)) return
  if (postalAreas(first.word).length > 0) push(start + 1, 'postalCode', postalCodeSense(first.word))
  if (second?.type !== 'word') return
  const code = `${first.word}${/^\d/.test(first.word) ? '-' : ' '}${second.word}`
  if (second.isJoined === /^\d/.test(first.word) && postalAreas(code).length > 0)
    push(start + 2, 'postalCode', postalCodeSense(code))
}

/** A city by its nickname. */
export function nicknameSense(
  [city, state]: readonly [string, string],
  directory: Directory,
): Sense {
  const there = directory.cities(cityKey(city.split(' '))).filter((c) => c.state === state)
  return citySense(there.length > 0 ? there : [{ city, state, people: 0 }], state)
}

/** The states whose name begins at a part, also after a comma. */
function statesAt(start: number, parts: readonly Part[]): [end: number, code: string][] {
  const found: [number, string][] = []
  const words: string[] = []
  for (let end = start + 1; end <= start + 3; end++) {
    const part = parts[end - 1]
    if (part?.type !== 'word' || part.isExcluded || (end - 1 > start && part.isAfterComma)) break
    words.push(part.word)
    const phrase = words.join(' ')
    const state = stateNamed(phrase) ?? (words.length === 1 ? stateCoded(phrase) : undefined)
    if (state) found.push([end, state.code])
  }
  return found
}
