import { postalAreas } from '#api/services/search/postal-area.ts'
import { fold, words } from '#api/services/search/text.ts'
import { DeletionIndex } from '#api/services/search/understanding/deletion-index.ts'
import {
  byPeople,
  type CityInState,
  cityKey,
  type Directory,
  type Holder,
} from '#api/services/search/understanding/directory.ts'
import { specialtyKey } from '#api/services/search/understanding/lexicon.ts'
import type { CandidateRow } from '#db/schema/candidates.ts'

type Searched =
  | 'first_name'
  | 'middle_name'
  | 'last_name'
  | 'credential'
  | 'npi'
  | 'title'
  | 'specialty'
  | 'organization'
  | 'city'
  | 'state'
  | 'office_zip'
  | 'skills'

/** A person by the columns that a search looks at. */
export type DirectoryPerson = Partial<Pick<CandidateRow, Searched>>

/** A reference implementation of `Directory` over people in memory. */
export function directoryOf(people: readonly DirectoryPerson[]): Directory {
  const counts = new Map<string, number>()
  const employers = new Map<string, number>()
  const cities = new Map<string, CityInState>()
  const specialties = new Map<string, Set<string>>()
  for (const person of people) {
    for (const term of termsOf(person)) counts.set(term, (counts.get(term) ?? 0) + 1)
    if (person.organization) {
      const whole = words(person.organization).join(' ')
      employers.set(whole, (employers.get(whole) ?? 0) + 1)
    }
    const { city, state, specialty } = person
    if (city && state) {
      const known = cities.get(`${fold(city)}|${state}`)
      if (known) known.people += 1
      else cities.set(`${fold(city)}|${state}`, { city: fold(city), state, people: 1 })
    }
    if (specialty) {
      const key = specialtyKey(specialty)
      specialties.set(key, (specialties.get(key) ?? new Set()).add(fold(specialty)))
    }
  }
  const byKey = new Map<string, CityInState[]>()
  for (const city of [...cities.values()].sort(byPeople)) {
    const key = cityKey(words(city.city))
    byKey.set(key, [...(byKey.get(key) ?? []), city])
  }
  const dictionary = [...counts]
    .filter(([term]) => term.startsWith('any '))
    .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .map(([term]) => term.slice(4))
  const index = DeletionIndex.of({
    size: dictionary.length,
    at: (place) => dictionary[place] ?? '',
  })
  return {
    people: (holder, text) => counts.get(`${holder} ${text}`) ?? 0,
    peopleBeginning: (text) => dictionary.filter((word) => word.startsWith(text)).length,
    peopleOfEmployer: (text) =>
      [...employers].reduce(
        (sum, [name, held]) => (`${name} `.startsWith(`${text} `) ? sum + held : sum),
        0,
      ),
    cities: (key) => byKey.get(key) ?? [],
    specialtySpellings: (key) => [...(specialties.get(key) ?? [])].sort(),
    nearest: (word, edits) => index.nearest(word, edits),
  }
}

function termsOf(person: DirectoryPerson): Set<string> {
  const terms = new Set<string>()
  const add = (holder: Holder, texts: readonly string[]) => {
    for (const text of texts) if (text !== '') terms.add(`${holder} ${text}`)
  }
  const { first_name, middle_name, last_name, title, specialty, organization, city } = person
  const skills = person.skills ?? []
  const name = words([first_name, middle_name, last_name].join(' '))
  add('name', name)
  add('title', words(title ?? ''))
  add('wholeTitle', [words(title ?? '').join(' ')])
  for (const skill of skills) add('wholeSkill', [words(skill).join(' ')])
  for (const part of (person.credential ?? '').split(/[\s,;/]+/))
    add('credential', [words(part).join('')])
  add('organization', words(organization ?? ''))
  add('npi', [person.npi ?? ''])
  add('postalCode', postalAreas(person.office_zip ?? ''))
  const others = [title, specialty, organization, city, ...skills]
  add('any', [...name, ...others.flatMap((text) => words(text ?? ''))])
  return terms
}
