import { CANADIAN_PROVINCES, US_STATES } from '#db/schema/regions.ts'
import { memo } from './memo.ts'

const TERRITORIES = [
  ['PR', 'Puerto Rico'],
  ['GU', 'Guam'],
  ['VI', 'Virgin Islands'],
  ['AS', 'American Samoa'],
  ['MP', 'Northern Mariana Islands'],
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
] as const

const REGIONS = [...US_STATES, ...CANADIAN_PROVINCES, ...TERRITORIES]
const REGION_CODES = new Set<string>(REGIONS.map(([code]) => code))
const REGION_CODES_BY_NAME = new Map<string, string>(
  REGIONS.map(([code, name]) => [name.toUpperCase(), code]),
)

/** The two-letter code of a state, province or territory, from its code or its name; else null. */
export function regionCode(text: string | null): string | null {
  if (text === null) return null
  const upper = text.toUpperCase()
  return REGION_CODES.has(upper) ? upper : (REGION_CODES_BY_NAME.get(upper) ?? null)
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const nameOfCountry = memo((code) =>
  /^[A-Za-z]{2}$/.test(code) ? (countryNames.of(code.toUpperCase()) ?? null) : null,
)

/** The English name of a country by its two-letter code; null for any other text. */
export function countryName(code: string | null): string | null {
  return code === null ? null : nameOfCountry(code)
}

/** Matches short names of the country, which the directory spells out. */
const UNITED_STATES = /^(usa|u\.s\.a?\.?|united states of america)$/i

/** A country as the directory names it, from a usual name or a code; other texts stay unchanged. */
export function statedCountry(text: string): string {
  return UNITED_STATES.test(text) ? 'United States' : (countryName(text) ?? text)
}

/**
 * A postal code: "12345" or "12345-6789" from digits, with leading zeros that a spreadsheet
 * dropped. A Canadian code gets its blank. Other text is unchanged.
 */
export function postalCode(text: string | null): string | null {
  if (text === null) return null
  if (/^\d{9}$/.test(text)) return `${text.slice(0, 5)}-${text.slice(5)}`
  const compact = text.replace(/[\s-]/g, '').toUpperCase()
  if (/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(compact)) return `${compact.slice(0, 3)} ${compact.slice(3)}`
  if (!/^\d{3,9}$/.test(compact)) return text
  if (compact.length <= 5) return compact.padStart(5, '0')
  const digits = compact.padStart(9, '0')
  return `${digits.slice(0, 5)}-${digits.slice(5)}`
}

const DIALABLE = /^[2-9]\d{2}[2-9]\d{6}$/

/** A North American number as "(212) 555-0100"; null for any other text. */
export function phoneNumber(text: string | null): string | null {
  if (text === null) return null
  const digits = DIALABLE.test(text) ? text : text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return DIALABLE.test(digits)
    ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
    : null
}

/** Two-digit years up to this one are of this century, others of the last. */
const CENTURY_PIVOT = 70

/** Day zero of spreadsheets' dates. */
const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/**
 * The day as YYYY-MM-DD, from a date written M/D/YYYY, M/D/YY or YYYY-MM-DD, or from a workbook's
 * day number; null for any other text.
 */
export function dateOf(text: string | null): string | null {
  return parseDate(text)?.toISOString().slice(0, 'YYYY-MM-DD'.length) ?? null
}

function parseDate(text: string | null): Date | null {
  if (text !== null && /^\d{5}$/.test(text)) {
    return new Date(SPREADSHEET_EPOCH + Number(text) * DAY_MS)
  }
  const american = text?.match(/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/)
  const iso = text?.match(/^(\d{4})-(\d{2})-(\d{2})$/)
  if (american)
    return utcDate(fullYear(american[3] ?? ''), Number(american[1]), Number(american[2]))
  return iso ? utcDate(Number(iso[1]), Number(iso[2]), Number(iso[3])) : null
}

function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 4) return year
  return year < CENTURY_PIVOT ? 2000 + year : 1900 + year
}

function utcDate(year: number, month: number, day: number): Date | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  // Date would turn 30 February into a day in March.
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : null
}
