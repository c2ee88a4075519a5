import type { SearchFilters } from '#api/contract/search.ts'
import { specialtyWords } from '#db/import/specialties.ts'
import { FILTERS, type ListFilter, OPTION_FILTERS } from '#db/schema/filters.ts'
import { CANADIAN_PROVINCES, US_STATES } from '#db/schema/regions.ts'

/** Stands for omitted words. */
const LEFT_OUT = '…'

/** Common names of professions, places of work and kinds of work. */
const LAY_WORDS = `
  doctor doctors doc dr physician nurses nursing rn lpn lvn np pa md do dds dmd dpm dvm od pt ot slp
  cna crna cnm cnp aprn fnp phd pharmd icu er ed ob gyn obgyn ent eye skin heart lung brain bone kidney
  cancer surgery surgical medicine medical health care practice clinic hospital hospice telehealth
  telemedicine remote travel locum locums tenens night shift part full time bilingual spanish french
  psych therapy tech rehab and or not in for with the of near a`

const KNOWN = new Set([...specialtyWords(), ...LAY_WORDS.trim().split(/\s+/)])

/** Administrators want to see misspellings; a shorter word could be a person's name. */
const MISSPELT_MIN = 7
const LONG_WORDS = [...KNOWN].filter((word) => word.length >= MISSPELT_MIN)

const STATES = new Set<string>([...US_STATES, ...CANADIAN_PROVINCES].map(([code]) => code))

/** The values of filters that are chosen from a list. */
const LISTED = new Set<string>(OPTION_FILTERS.flatMap((filter) => FILTERS[filter].options.values))

/** The longest text that is stored. */
const KEPT_MAX = 120
/** The most values of one filter that are stored. */
const VALUES_MAX = 3

/**
 * The label of each filter, and the part of its values that is stored: words of the trade and of
 * closed lists.
 */
const KEPT: Record<ListFilter, [label: string, kept: (value: string) => string]> = {
  specialty: ['specialty', tradeWords],
  title: ['title', tradeWords],
  skills: ['skills', tradeWords],
  city: ['city', () => LEFT_OUT],
  state: ['state', (value) => (STATES.has(value) ? value : LEFT_OUT)],
  country: ['country', () => LEFT_OUT],
  organization: ['organization', () => LEFT_OUT],
  education: ['education', () => LEFT_OUT],
  companySize: ['company size', listed],
  companyRevenue: ['company revenue', listed],
  companyIndustry: ['company industry', listed],
  credential: ['credential', tradeWords],
  npi: ['NPI', () => LEFT_OUT],
  hasContact: ['has contact', (value) => value],
  verifiedWithin: ['verified within days', (value) => value],
  leaveOut: ['left out', (value) => value],
}

/**
 * Privacy: reduces a search to words that may be stored: words of the trade, misspellings of long
 * ones by one letter, and values of closed lists. Everything else, and so every name, address and
 * number of a person, becomes an ellipsis. Pure.
 */
export function searchWords(filters: SearchFilters): string {
  const text = tradeWords(filters.query)
  const parts = Object.entries(KEPT).flatMap(([name, [label, kept]]) => {
    const values = [...new Set(filters[name as ListFilter].slice(0, VALUES_MAX).map(kept))].sort()
    return values.length > 0 ? [`${label}: ${values.join(', ')}`] : []
  })
  return [...(text ? [text] : []), ...parts].join(' · ').slice(0, KEPT_MAX)
}

function tradeWords(typed: string): string {
  const folded = typed.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const kept = folded
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/^["'(,&/-]+|[)"',.;:&/-]+$/g, ''))
    .map((word) => (word === '' || isOfTheTrade(word) ? word : LEFT_OUT))
    .filter((word, index, all) => word !== '' && (word !== LEFT_OUT || all[index - 1] !== LEFT_OUT))
  return kept.join(' ')
}

/**
 * Whether a word is of the trade: "nurse", "ob/gyn" and "cardiolgist", but nothing with a digit or
 * other sign.
 */
function isOfTheTrade(word: string): boolean {
  if (!/^[a-z]+([/'-][a-z]+)*$/.test(word)) return false
  return word.split(/[/'-]/).every(isKnownWord)
}

function isKnownWord(word: string): boolean {
  if (KNOWN.has(word) || KNOWN.has(word.replace(/s$/, ''))) return true
  return word.length >= MISSPELT_MIN && LONG_WORDS.some((known) => differByOneLetter(word, known))
}

/** Whether two words differ by one insertion, deletion, substitution or transposition. */
function differByOneLetter(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const rest = (word: string, skipped: number) => word.slice(from + skipped)
  if (a.length > b.length) return rest(a, 1) === rest(b, 0)
  if (a.length < b.length) return rest(a, 0) === rest(b, 1)
  const areSwapped = a[from] === b[from + 1] && a[from + 1] === b[from]
  return rest(a, 1) === rest(b, 1) || (areSwapped && rest(a, 2) === rest(b, 2))
}

function listed(value: string): string {
  return LISTED.has(value) ? value : LEFT_OUT
}
