import citiesByState from './data/cities.json' with { type: 'json' }
import provinces from './data/provinces.json' with { type: 'json' }
import states from './data/states.json' with { type: 'json' }
import { Random } from './random.ts'
import { type Draw, weighted } from './weighted.ts'

export interface Region {
  /** The two-letter code of a state or province. */
  code: string
  country: 'United States' | 'Canada'
  drawCity: Draw<City>
  /** Three-digit telephone area codes. */
  areaCodes: readonly string[]
  drawPostalCode: Draw<string>
}

export interface City {
  name: string
  /** The relative size within its region; the largest cities of the US are near 250. */
  weight: number
}

/** The share of a state's people in places too small for the table of cities. */
const SMALL_TOWN_SHARE = 0.1
const SMALL_TOWNS = 18
const TOWN_STARTS =
  'Alder Ash Bear Birch Blue Brook Cedar Clear Copper Eagle Elk Elm Fair Fox Glen Green Hazel Lake Maple Mill North Oak Pine Pleasant Red River Rock Rose Silver Spring Stone Walnut Willow Wolf'.split(
    ' ',
  )
const TOWN_ENDS = [
  ' Bend',
  ' Bluff',
  'brook',
  ' City',
  ' Creek',
  'dale',
  ' Falls',
  'field',
  'ford',
  ' Grove',
  ' Harbor',
  ' Hill',
  ' Junction',
  ' Point',
  'port',
  ' Ridge',
  ' Springs',
  'ton',
  ' Valley',
  'view',
  'ville',
  'wood',
]

export const usRegions: ReadonlyMap<string, Region> = new Map(
  Object.entries(states).map(([code, { zipPrefixes, areaCodes }]) => [
    code,
    {
      code,
      country: 'United States',
      drawCity: drawCityOf(withSmallTowns(code)),
      areaCodes,
      drawPostalCode: (random) => {
        const [first = 0, last = 0] = zipPrefixes
        const prefix = first + random.below(last - first + 1)
        return String(prefix * 100 + 1 + random.below(99)).padStart(5, '0')
      },
    },
  ]),
)

/** Canada's provinces and territories, weighted by population. */
export const drawCanadianRegion: Draw<Region> = weighted(
  Object.entries(provinces).map(([code, { population, postalLetters, areaCodes, cities }]) => [
    {
      code,
      country: 'Canada',
      drawCity: drawCityOf(cities),
      areaCodes,
      drawPostalCode: (random) => {
        const letter = () => 'ABCEGHJKLMNPRSTVWXYZ'.charAt(random.below(20))
        const first = postalLetters.charAt(random.below(postalLetters.length))
        return `${first}${random.below(10)}${letter()} ${random.below(10)}${letter()}${random.below(10)}`
      },
    },
    population,
  ]),
)

function drawCityOf(cities: Record<string, number>): Draw<City> {
  return weighted(Object.entries(cities).map(([name, weight]) => [{ name, weight }, weight]))
}

function withSmallTowns(state: string): Record<string, number> {
  const all: Record<string, number> = { ...citiesByState[state as keyof typeof citiesByState] }
  // The capital district is one city.
  if (state === 'DC') return all
  const random = new Random(`towns of ${state}`)
  const total = Object.values(all).reduce((sum, weight) => sum + weight, 0)
  for (let i = 0; i < SMALL_TOWNS; i++) {
    const name = random.pick(TOWN_STARTS) + random.pick(TOWN_ENDS)
    all[name] ??= (total * SMALL_TOWN_SHARE) / SMALL_TOWNS
  }
  return all
}
