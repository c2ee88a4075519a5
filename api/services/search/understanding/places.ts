import { fold, words } from '#api/services/search/text.ts'
import { CANADIAN_PROVINCES, US_STATES } from '#db/schema/regions.ts'

/** A state, province or territory. */
export interface State {
  code: string
  name: string
}

const STATES: readonly State[] = [...US_STATES, ...CANADIAN_PROVINCES].map(([code, name]) => ({
  code,
  name,
}))

/** Older names, short names and common abbreviations of states. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  DC: ['washington dc', 'washington d c', 'd c'],
  CA: ['calif', 'cali'],
  FL: ['fla'],
  TX: ['tex'],
  PA: ['penn', 'penna'],
  MA: ['mass'],
  CT: ['conn'],
  IL: ['ill'],
  MN: ['minn'],
  TN: ['tenn'],
  WA: ['wash', 'washington state'],
  NY: ['new york state', 'ny state', 'upstate new york'],
  AZ: ['ariz'],
  OK: ['okla'],
  MI: ['mich'],
  WI: ['wisc'],
  NL: ['newfoundland', 'labrador'],
  PE: ['pei', 'prince edward isle'],
  QC: ['pq'],
  ON: ['ont'],
  AB: ['alta'],
  SK: ['sask'],
  BC: ['b c'],
  NC: ['n carolina', 'n c'],
  SC: ['s carolina', 's c'],
  ND: ['n dakota'],
  SD: ['s dakota'],
  WV: ['w virginia'],
  NH: ['n h'],
  NJ: ['n j', 'jersey'],
  NM: ['n mexico'],
}

/** Nicknames of cities. */
const NICKNAMES: Record<string, [city: string, state: string]> = {
  nyc: ['new york', 'NY'],
  'new york city': ['new york', 'NY'],
  'n y c': ['new york', 'NY'],
  sf: ['san francisco', 'CA'],
  'san fran': ['san francisco', 'CA'],
  vegas: ['las vegas', 'NV'],
  philly: ['philadelphia', 'PA'],
  nola: ['new orleans', 'LA'],
  atl: ['atlanta', 'GA'],
  slc: ['salt lake city', 'UT'],
  indy: ['indianapolis', 'IN'],
  okc: ['oklahoma city', 'OK'],
  jax: ['jacksonville', 'FL'],
  pdx: ['portland', 'OR'],
  'chi town': ['chicago', 'IL'],
  htown: ['houston', 'TX'],
  pitt: ['pittsburgh', 'PA'],
  cincy: ['cincinnati', 'OH'],
  'l a': ['los angeles', 'CA'],
}

export const CITY_NICKNAMES: ReadonlyMap<string, readonly [city: string, state: string]> = new Map(
  Object.entries(NICKNAMES),
)

/** Codes of states that are also nicknames of cities. */
export const CODE_CITIES: ReadonlyMap<string, readonly [city: string, state: string]> = new Map([
  ['la', ['los angeles', 'CA']],
])

export const COUNTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    usa: 'United States',
    'u s a': 'United States',
    'united states': 'United States',
    'united states of america': 'United States',
    america: 'United States',
    american: 'United States',
    canada: 'Canada',
    canadian: 'Canada',
  }),
)

const byName = new Map<string, State>()
const byCode = new Map<string, State>()
for (const state of STATES) {
  byCode.set(state.code.toLowerCase(), state)
  for (const name of [state.name, ...(OTHER_NAMES[state.code] ?? [])])
    byName.set(words(fold(name)).join(' '), state)
}

/** A state by its name in words, folded. */
export const stateNamed = (name: string) => byName.get(name)
/** A state by its two-letter code, in lower case. */
export const stateCoded = (code: string) => byCode.get(code)

/** Codes that are English words too: in lower case they are read as the words. */
export const CODES_LIKE_WORDS: ReadonlySet<string> = new Set(
  'in or me hi ok on oh de la al id co ma pa ab as nu pe mo nt'.split(' '),
)
/** The codes among these that are filler in lower case. */
export const FILLER_CODES: ReadonlySet<string> = new Set('in or me hi ok on oh as'.split(' '))

/** All words of states' and countries' names. */
export const PLACE_WORDS: readonly string[] = [
  ...new Set([...byName.keys(), ...COUNTRIES.keys()].flatMap((name) => name.split(' '))),
]
