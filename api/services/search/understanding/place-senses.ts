import { postalAreas, writtenPostalArea } from '#api/services/search/postal-area.ts'
import type { TextMatch } from '#api/services/search/text-query.ts'
import { type CityInState, cityKey, type Directory } from './directory.ts'
import { capitalized, explicitForm, type Sense } from './option.ts'
import type { State } from './places.ts'
import type { Region } from './regions.ts'

export function stateSense({ code, name }: State): Sense {
  return {
    kind: 'state',
    values: [name],
    matches: [{ field: 'state', how: 'equal', value: code }],
    filters: { state: [code] },
    explicit: `state:${code}`,
    state: code,
  }
}

export function countrySense(name: string): Sense {
  return {
    kind: 'country',
    values: [name],
    matches: [{ field: 'country', how: 'equal', value: name }],
    filters: { country: [name] },
    explicit: explicitForm('country', name),
  }
}

/** A city in the directory's spellings, in one state or in all. */
export function citySense(cities: readonly CityInState[], state?: string): Sense {
  const names = [...new Set(cities.map(({ city }) => city))]
  const shown = capitalized(names[0] ?? '')
  return {
    kind: 'city',
    values: [state === undefined ? shown : `${shown}, ${state}`],
    matches: names.map((name) =>
      state === undefined
        ? { field: 'city', how: 'equal', value: name }
        : { field: 'cityInState', how: 'equal', value: `${name}|${state}` },
    ),
    filters: {
      city: names.map(capitalized),
      ...(state === undefined ? {} : { state: [state] }),
    },
    explicit: explicitForm('city', state === undefined ? shown : `${shown}, ${state}`),
    ...(state === undefined ? {} : { state }),
    people: cities.reduce((sum, { people }) => sum + people, 0),
  }
}

/** A region by its states, or by its cities in the directory's spellings. */
export function regionSense({ name, states, cities = [] }: Region, directory: Directory): Sense {
  const byCity = cities.flatMap(([city, state]) => {
    const there = directory.cities(cityKey(city.split(' '))).filter((each) => each.state === state)
    const names = there.length > 0 ? there.map((each) => each.city) : [city]
    return names.map((each) => `${each}|${state}`)
  })
  return {
    kind: 'region',
    values: [name],
    matches: [
      ...(states ?? []).map((value): TextMatch => ({ field: 'state', how: 'equal', value })),
      ...[...new Set(byCity)].map(
        (value): TextMatch => ({ field: 'cityInState', how: 'equal', value }),
      ),
    ],
    explicit: explicitForm('region', name),
  }
}

/** A ZIP code by its first five digits, or a Canadian postal code. */
export function postalCodeSense(code: string): Sense {
  const [area = code] = postalAreas(code)
  return {
    kind: 'postal_code',
    values: [writtenPostalArea(area)],
    matches: [{ field: 'postalCode', how: 'equal', value: area }],
    explicit: explicitForm('zip', writtenPostalArea(area)),
  }
}
