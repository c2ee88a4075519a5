import { type SearchFilters, searchFilters } from '#api/contract/search.ts'
import type { SearchDocument, Selection } from '#api/services/search/engine.ts'
import { postalAreas } from '#api/services/search/postal-area.ts'
import { fold } from '#api/services/search/text.ts'
import {
  TEXT_FIELDS,
  type TextField,
  type TextMatch,
  type TextQuery,
  wordByWord,
} from '#api/services/search/text-query.ts'
import { FILTERS, type ListFilter } from '#db/schema/filters.ts'
import {
  COMPANY_INDUSTRIES,
  COMPANY_REVENUES,
  COMPANY_SIZES,
  CONTACT_KINDS,
} from '#db/schema/vocabulary.ts'

/** A person to insert: the database sets ordinal and transaction. */
export type NastyPerson = Omit<SearchDocument, 'ordinal' | 'changed_xid'>

/** The same numbers from 0 to 1 for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const FIRST = [
  'Ana',
  'José',
  'JOSE',
  'Jo',
  'Zoë',
  'Mary Ann',
  'D’Arcy',
  "D'Arcy",
  'Łukasz',
  'Ng',
  'Øyvind',
  'Marta',
  'Al',
  '李',
]
const LAST = [
  'Nuñez',
  'Nunez',
  "O'Brien",
  'OBrien',
  'O’Brien',
  'Van Dyk',
  'Van',
  'Vandyk',
  'Smith',
  'SMITH',
  'Li',
  'Smith-Jones',
  'Müller',
  'Μάρκος',
  'ΟΔΥΣΣΕΥΣ',
  'Martin',
  'Marten',
  'Marlow',
  'Marek',
  'Marsh',
  'Marino',
  'X',
  'ﬁsher',
  '𝒜da',
  '～Wave',
  "'",
]
const TITLES = [
  'Chief of Surgery',
  'Surgeon',
  'Surgical Nurse',
  'Surgicenter Lead',
  'Surgeons’ Aide',
  'Surge Planner',
  'Nurse (RN)',
  'RN',
  'R.N.',
  'Ob/Gyn',
  'Director, R&D',
  'C++ Lead',
  '100% Remote',
  'Café Manager',
  'VP',
  '—',
  'Ωτορινολαρυγγολογικόςχειρουργός',
  'Ωτορινολαρυγγολογικόςχειρούργιο',
]
/** Texts that differ beyond the point where an index may cut them. */
const LONG = 'Psychiatry & Neurology, '.repeat(6)
const LONG_INDUSTRIES = ['A', 'B'].map((end) => LONG + LONG + end)

const SPECIALTIES = [
  `${LONG}A`,
  `${LONG}B`,
  'OB/GYN',
  'Ob/Gyn',
  'Obgyn',
  'OBGYN',
  'obgyn',
  'Cardiology',
  'CARDIOLOGY',
  'Women’s Health',
  "Women's Health",
  'Womens Health',
  'Pédiatrie',
  'pediatrie',
  'Family Medicine',
  '_',
]
const ORGANIZATIONS = [
  'St. Mary’s',
  "St Mary's Hospital",
  'Mercy',
  'MERCY Health',
  'Hôtel-Dieu',
  '3M Clinic',
  'A & B',
  'null',
  'Mount  Sinai',
  "100%_real\\'; drop",
]
const CITIES: [string, string, string][] = [
  ['Montréal', 'QC', 'Canada'],
  ['Montreal', 'QC', 'Canada'],
  ['MONTREAL', 'QC', 'Canada'],
  ['Toronto', 'ON', 'Canada'],
  ['Portland', 'OR', 'United States'],
  ['Portland', 'ME', 'United States'],
  ["Coeur d'Alene", 'ID', 'United States'],
  ['New York', 'NY', 'United States'],
  ['York', 'ON', 'Canada'],
  ['St. John’s', 'NL', 'Canada'],
]
const SKILLS = [
  'Triage',
  'IV',
  'C',
  'C#',
  'Basic Life Support',
  'ACLS',
  'Échographie',
  'COVID-19',
  'a|b',
  'x&y',
  '!not',
  ':*',
]
const SCHOOLS = [
  'Université Laval',
  'Universite Laval',
  'McGill University',
  'U of T',
  'Johns Hopkins',
  '½ Way College',
]
const CREDENTIALS = ['MD', 'M.D.', 'RN, BSN', 'r.n.', 'PA-C', 'FNP-BC/CNE', 'Ph.D.; MBA', '--']
const NPIS = [
  ...Array.from({ length: 400 }, (_, index) => String(1_000_000_000 + index * 7919)),
  // Ten digits that are no valid NPI, at both ends of the 32-bit range.
  '0000000017',
  '0999999999',
  '5294967295',
  '5294967296',
  '9999999999',
]
/** Days since a contact was verified, around the limits that filters use. */
const VERIFIED_DAYS_AGO = [0, 1, 29, 30, 31, 89, 90, 91, 179, 180, 181, 400]
const DAY_MS = 86_400_000
const METACHARACTERS = [
  '%',
  '_',
  '&',
  '|',
  '!',
  ':*',
  "'",
  '"',
  '\\',
  '<->',
  '()',
  '',
  ' ',
  '---',
  "''''",
  '%%%',
  'a:*',
  'smi%',
  'm_rcy',
  "x' or '1'='1",
]

/** Offices' postal codes, as files hold them. */
const POSTAL_CODES = ['77030', '77030-1234', '02139', 'K1A 0B1', 'k1a0b2', 'H2X', 'BT1 5GS', '7703']

type Random = () => number
const pick = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('Nothing to pick from')
  return value
}
const maybe = <T>(random: Random, share: number, value: () => T): T | null =>
  random() < share ? value() : null

/** A person whose values try what a search engine may get wrong. */
export function nastyPerson(random: Random): NastyPerson {
  const [city, state, country] = pick(random, CITIES)
  return {
    first_name: maybe(random, 0.9, () => pick(random, FIRST)),
    middle_name: maybe(random, 0.3, () => pick(random, [...FIRST, 'Q', 'Q.'])),
    last_name: maybe(random, 0.9, () => pick(random, LAST)),
    credential: maybe(random, 0.6, () => pick(random, CREDENTIALS)),
    npi: maybe(random, 0.4, () => pick(random, NPIS)),
    title: maybe(random, 0.8, () => pick(random, TITLES)),
    specialty: maybe(random, 0.9, () => pick(random, SPECIALTIES)),
    organization: maybe(random, 0.8, () => pick(random, ORGANIZATIONS)),
    company_size: maybe(random, 0.7, () => pick(random, COMPANY_SIZES)),
    company_industry: maybe(random, 0.7, () =>
      pick(random, [...COMPANY_INDUSTRIES, ...LONG_INDUSTRIES]),
    ),
    company_revenue: maybe(random, 0.7, () => pick(random, COMPANY_REVENUES)),
    city: maybe(random, 0.9, () => city),
    state: maybe(random, 0.9, () => state),
    country: maybe(random, 0.95, () => country),
    office_zip: maybe(random, 0.8, () => pick(random, POSTAL_CODES)),
    skills: Array.from({ length: Math.floor(random() * 4) }, () => pick(random, SKILLS)),
    education: maybe(random, 0.7, () =>
      random() < 0.2
        ? `Studied at ${pick(random, SCHOOLS)}`
        : Array.from({ length: Math.floor(random() * 3) }, () => ({
            school: pick(random, SCHOOLS),
            degree: maybe(random, 0.6, () => pick(random, ['MD', 'Ph.D.', 'B.Sc. (Hons)'])),
            year: null,
          })),
    ),
    contacts: CONTACT_KINDS.filter(() => random() < 0.4).map((kind) => ({
      kind,
      verified_at: maybe(random, 0.8, () =>
        new Date(Date.now() - pick(random, VERIFIED_DAYS_AGO) * DAY_MS).toISOString(),
      ),
    })),
  }
}

/** A value close to an existing one: another case, without accents, cut short, or random. */
function nearby(random: Random, value: string): string {
  const roll = random()
  if (roll < 0.08) return pick(random, METACHARACTERS)
  if (roll < 0.2) return value.toUpperCase()
  if (roll < 0.3) return value.normalize('NFD').replace(/\p{M}/gu, '')
  if (roll < 0.6) return value.slice(0, 1 + Math.floor(random() * value.length))
  if (roll < 0.7) return ` ${value.split(' ').reverse().join('  ')} `
  return value
}

const SOURCES = {
  specialty: SPECIALTIES,
  city: CITIES.map(([city]) => city),
  state: CITIES.map(([, state]) => state),
  country: ['Canada', 'United States', 'Mexico'],
  title: TITLES,
  organization: ORGANIZATIONS,
  education: [...SCHOOLS, 'MD', 'Studied at', 'hons'],
  skills: SKILLS,
  companySize: COMPANY_SIZES,
  companyRevenue: COMPANY_REVENUES,
  companyIndustry: COMPANY_INDUSTRIES,
  credential: [...CREDENTIALS, 'bsn', 'MD RN', 'pa'],
  npi: NPIS,
  hasContact: FILTERS.hasContact.oneOf,
  verifiedWithin: FILTERS.verifiedWithin.oneOf,
} as const satisfies Record<Exclude<ListFilter, 'leaveOut'>, readonly string[]>

/** Filters with a fixed list of values. */
const LISTED: ReadonlySet<string> = new Set(['hasContact', 'verifiedWithin'])

/** Zero to four filters, with one to three values each. */
function nastyFilters(random: Random): SearchFilters {
  const filters: Record<string, string | string[]> = {}
  const names = Object.keys(SOURCES) as (keyof typeof SOURCES)[]
  const closed = new Set(['state', 'country', 'companySize', 'companyRevenue', 'companyIndustry'])
  for (let i = Math.floor(random() * 4); i > 0; i--) {
    const name = pick(random, names)
    const given = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const value = pick(random, SOURCES[name])
      if (LISTED.has(name)) return value
      return closed.has(name) && random() < 0.9 ? value : nearby(random, value)
    })
    filters[name] = [...new Set(given)]
  }
  return searchFilters.parse(filters)
}

const TEXTS: Record<TextField, readonly string[]> = {
  npi: NPIS,
  name: [...FIRST, ...LAST, 'Marta Marlow', 'Ana Smith', 'van dyk'],
  specialty: SPECIALTIES,
  title: [...TITLES, 'of surgery', 'r&d', 'surgery chief'],
  credential: CREDENTIALS,
  organization: [...ORGANIZATIONS, 'mary s hospital', 'real drop', 'marys hospital'],
  skills: [...SKILLS, 'life support', 'support life'],
  city: CITIES.map(([city]) => city),
  state: CITIES.map(([, state]) => state),
  country: ['Canada', 'United States'],
  cityInState: CITIES.map(([city, state]) => `${fold(city)}|${state}`),
  postalCode: POSTAL_CODES.flatMap(postalAreas),
  contact: FILTERS.hasContact.oneOf,
  any: [...LAST, ...TITLES, ...SPECIALTIES, ...SKILLS, 'new york', 'basic life', 'smith surgeon'],
}
const HOW = ['equal', 'words', 'phrase', 'prefixes'] as const

function nastyMatch(random: Random): TextMatch {
  const field = pick(random, TEXT_FIELDS)
  const value = pick(random, TEXTS[field])
  return { field, how: pick(random, HOW), value: random() < 0.7 ? value : nearby(random, value) }
}

/** A query as understood: exact words, or one to three clauses of any kind. */
export function nastyText(random: Random): TextQuery {
  if (random() < 0.3) {
    const texts = [FIRST, LAST, TITLES, SPECIALTIES, ORGANIZATIONS, SKILLS, SOURCES.city]
    const count = 1 + Math.floor(random() * 2)
    return wordByWord(
      Array.from({ length: count }, () => nearby(random, pick(random, pick(random, texts)))).join(
        ' ',
      ),
    )
  }
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    isExcluded: random() < 0.25,
    anyOf: Array.from({ length: 1 + Math.floor(random() * 4) }, () => nastyMatch(random)),
  }))
}

/** A search: filters, in every second a query, in every fourth people to leave out. */
export function nastySelection(random: Random): Selection {
  const filters = nastyFilters(random)
  const text = random() < 0.5 ? nastyText(random) : []
  if (random() < 0.75) return { filters, text }
  const step = 2 + Math.floor(random() * 40)
  const leaveOut = Array.from({ length: 60 }, (_, index) => 1 + index * step)
  return { filters: { ...filters, leaveOut: [...FILTERS.leaveOut.oneOf] }, text, leaveOut }
}
