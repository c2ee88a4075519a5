import type { SearchFilters } from '#api/contract/search.ts'
import { FILTERS, OPTION_FILTERS, type OptionFilter } from '#db/schema/filters.ts'
import { US_STATES } from '#db/schema/regions.ts'

/** Searches in one run. */
export const COUNT_DEFAULT = 20
export const COUNT_MAX = 1000
export const COUNT_PRESETS = [20, 50, 100, 500] as const

/** By the number of filters in use; the server's names. */
const COMPLEXITIES = ['simple', 'medium', 'complex', 'ultra'] as const
export type Complexity = (typeof COMPLEXITIES)[number]

/** Percentages of a run; ultra is the rest. */
const SHARES = { simple: 25, medium: 35, complex: 25 } as const

const FILTERS_IN_USE: Record<Complexity, readonly number[]> = {
  simple: [1],
  medium: [2, 3],
  complex: [4, 5],
  ultra: [6, 7, 8],
}

export interface TestCase {
  complexity: Complexity
  filters: Partial<SearchFilters>
}

/** Values that the search page does not offer, to try unknown ones too. */
export const TEST_SIZES = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10000+',
] as const
export const TEST_REVENUES = [
  '<$1M',
  '$1M-$10M',
  '$10M-$50M',
  '$50M-$100M',
  '$100M-$500M',
  '$500M-$1B',
  '>$1B',
] as const

type TestedFilter = Exclude<keyof SearchFilters, 'exact'>

const OPTIONS = new Map<string, readonly string[]>(
  OPTION_FILTERS.map((filter) => [filter, FILTERS[filter].options.values]),
)

const VALUES: Record<TestedFilter, readonly string[]> = {
  ...(Object.fromEntries(OPTIONS) as Record<OptionFilter, readonly string[]>),
  query: [
    'smith',
    'heart doctor',
    'nguyen',
    'icu nurse in Houston',
    'o’brien',
    'cardiolgist texas',
    'RN OR LPN -travel',
    '"nurse manager" MD',
  ],
  specialty: ['Cardiology', 'Pediatrics', 'Registered Nurse', 'Pharmacist', 'Dentistry'],
  state: US_STATES.map(([code]) => code),
  country: ['United States', 'Canada'],
  city: ['Houston', 'Chicago', 'Toronto', 'Phoenix', 'San José'],
  title: ['Director', 'Charge Nurse', 'Attending', 'Vice President'],
  organization: ['Mercy', 'Memorial Hospital', 'University', 'Clinic'],
  education: ['State University', 'College of Medicine', 'MD'],
  skills: ['Telemetry', 'Surgery', 'Triage', 'Leadership'],
  companySize: TEST_SIZES,
  companyRevenue: TEST_REVENUES,
  credential: ['MD', 'RN', 'PA-C', 'Ph.D.'],
  npi: ['1234567893', '1000000004'],
  hasContact: ['mobile', 'personal_email', 'work_email'],
  verifiedWithin: ['30', '90', '180'],
  leaveOut: ['listed', 'revealed', 'touched', 'touched_of_late', 'stopped'],
}
const KEYS = Object.keys(VALUES) as TestedFilter[]

/** A count within the limits of a run. */
export function clampCount(count: number): number {
  return Number.isNaN(count) ? COUNT_DEFAULT : Math.min(Math.max(Math.trunc(count), 1), COUNT_MAX)
}

/** The number of searches of each complexity in a run. */
export function mixOf(count: number): Record<Complexity, number> {
  const of = (share: number) => Math.floor((count * share) / 100)
  const [simple, medium, complex] = [of(SHARES.simple), of(SHARES.medium), of(SHARES.complex)]
  return { simple, medium, complex, ultra: count - simple - medium - complex }
}

/** The searches of one run, the simple ones first. @param random as `Math.random`. */
export function planTests(count: number, random: () => number = Math.random): TestCase[] {
  const mix = mixOf(count)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]
  return COMPLEXITIES.flatMap((complexity) =>
    Array.from({ length: mix[complexity] }, () => {
      const inUse = pick(FILTERS_IN_USE[complexity]) ?? 1
      const keys = shuffled(KEYS, random).slice(0, inUse)
      const filters = Object.fromEntries(
        keys.map((key) => {
          const value = pick(VALUES[key]) ?? ''
          return [key, key === 'query' ? value : [value]]
        }),
      )
      return { complexity, filters }
    }),
  )
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  return values
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
