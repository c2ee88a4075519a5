import { createHash } from 'node:crypto'
import { cleanText } from './clean.ts'
import { cleanCandidate, type SourceRecord } from './clean-candidate.ts'
import { findColumns } from './find-columns.ts'
import type { ImportFormat, ImportRecord, RowOutcome, RowReader } from './format.ts'
import { phoneNumber, postalCode, regionCode, statedCountry } from './us-fields.ts'

/** Our columns, each with its names in various lists. */
const COLUMNS = {
  npi: ['NPI', 'Contactnpi'],
  first_name: ['Contactfirstname', 'first_name'],
  middle_name: ['Contactmiddlename', 'middle_name'],
  last_name: ['Contactlastname', 'last_name'],
  credential: ['Contactcredential', 'credential'],
  title: ['Contacttitle', 'title'],
  title_level: ['Contacttitlelevel', 'title_level'],
  job_function: ['Contactjobfunctions', 'Contactjobfunction', 'job_function'],
  specialty: ['specialty', 'Contactspecialty'],
  organization: ['Companyname', 'Company name', 'organization'],
  company_size: ['Companyemployees', 'Company employees', 'company_size'],
  company_industry: ['Company industry', 'Companyindustry', 'company_industry'],
  company_revenue: ['Companyrevenuerange', 'Company revenue range', 'company_revenue'],
  company_domain: ['Companydomain', 'company_domain'],
  company_start_date: ['Companystartdate', 'company_start_date'],
  city: ['Contactcity', 'city'],
  state: ['Contactstate', 'state'],
  country: ['Contactcountry', 'country'],
  office_city: ['Contactofficecity', 'office_city'],
  office_state: ['Contactofficestate', 'office_state'],
  office_zip: ['Contactofficezipcode', 'office_zip'],
  linkedin_url: ['Contactlinkedinurl', 'linkedin_url'],
  connections: ['Contact Connections', 'Contactconnections', 'connections'],
  gender: ['Contactgender', 'gender'],
  skills: ['Contactskills', 'skills'],
  education: ['Contacteducation', 'education'],
  personal_email: ['Personalemail', 'personal_email'],
  work_email: ['Contactemail', 'work_email'],
  phone: ['Contactphone', 'phone'],
  direct_phone: ['Directdialphone', 'direct_phone'],
} as const

type ColumnName = keyof typeof COLUMNS
const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[]

/**
 * The most characters of a value: a longer one is corrupt, and would slow every response that
 * contains it down.
 */
const VALUE_MAX = 1_000
/** The most characters of a value that lists several things. */
const MANY_MAX = 20_000
const MANY: readonly ColumnName[] = ['skills', 'education']

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const GENDERS: Record<string, string> = { F: 'Female', M: 'Male' }

/**
 * Lists of professionals as recruiters trade them, with columns like `Contactfirstname`. They have
 * many gaps, so a gap erases nothing; and for people of the registry its values (names, places, a
 * specialty) stay, including its gaps.
 */
export const legacyCsv: ImportFormat = {
  source: 'csv',
  effect: 'merge',
  hasSourceKeys: true,
  columns: {
    first_name: 'brought',
    middle_name: 'brought',
    last_name: 'brought',
    credential: 'brought',
    title: 'known',
    title_level: 'known',
    job_function: 'known',
    specialty: 'fill',
    organization: 'known',
    company_size: 'known',
    company_industry: 'known',
    company_revenue: 'known',
    company_domain: 'known',
    company_start_date: 'known',
    city: 'brought',
    state: 'brought',
    country: 'brought',
    office_city: 'brought',
    office_state: 'brought',
    office_zip: 'brought',
    linkedin_url: 'known',
    connections: 'known',
    gender: 'brought',
    skills: 'known',
    education: 'known',
  },
  contacts: { personal_email: 'known', work_email: 'known', phone: 'known', direct_phone: 'known' },
  open: (header) => new LegacyReader(header),
}

type Values = Record<ColumnName, string | null>

class LegacyReader implements RowReader {
  readonly positions: readonly number[]
  private foreignLinks = 0

  constructor(header: readonly string[]) {
    const found = findColumns(header, COLUMNS, {
      kind: 'a list of professionals',
      required: ['first_name', 'last_name'],
    })
    this.positions = COLUMN_NAMES.map((name) => found[name])
  }

  read(texts: readonly string[]): RowOutcome {
    const values = {} as Values
    for (const [place, name] of COLUMN_NAMES.entries()) values[name] = cleanText(texts[place])
    if (values.first_name === null && values.last_name === null) {
      return { kind: 'rejected', reason: 'no name' }
    }
    if (values.npi !== null && !/^\d{10}$/.test(values.npi)) {
      return { kind: 'rejected', reason: 'the NPI is not ten digits' }
    }
    const long = COLUMN_NAMES.find((name) => isTooLong(name, values[name]))
    if (long) return { kind: 'rejected', reason: `${COLUMNS[long][0]} is too long` }
    const record = recordOf(values)
    if (values.linkedin_url !== null && record.fields.linkedin_url === null) this.foreignLinks++
    return { kind: 'record', record }
  }

  remarks(): Record<string, number> {
    return { 'LinkedIn addresses left out: not of a person at LinkedIn': this.foreignLinks }
  }
}

const isTooLong = (name: ColumnName, value: string | null) =>
  (value?.length ?? 0) > (MANY.includes(name) ? MANY_MAX : VALUE_MAX)

function recordOf(values: Values): ImportRecord {
  const source: SourceRecord = {
    ...values,
    // Provinces and states become their code; other values are kept.
    state: regionCode(values.state) ?? values.state,
    office_state: regionCode(values.office_state) ?? values.office_state,
    country: values.country && statedCountry(values.country),
    office_zip: postalCode(values.office_zip),
    gender: GENDERS[values.gender?.toUpperCase() ?? ''] ?? values.gender,
  }
  const { npi, skills, education, ...fields } = cleanCandidate(source)
  const record: ImportRecord = {
    npi,
    fields: {
      ...fields,
      skills: skills.length > 0 ? skills : null,
      education: education === null ? null : JSON.stringify(education),
    },
    contacts: {
      personal_email: emailOf(values.personal_email),
      work_email: emailOf(values.work_email),
      phone: phoneOf(values.phone),
      direct_phone: phoneOf(values.direct_phone),
    },
  }
  return npi === null ? { ...record, sourceKey: sourceKey(values) } : record
}

/**
 * A key that is equal for the same person in different rows: the name with the organization and a
 * personal address, regardless of case, accents and punctuation.
 */
function sourceKey(
  values: Pick<Values, 'first_name' | 'last_name' | 'organization'> & Partial<Values>,
): string {
  const own = values.personal_email ?? values.work_email ?? values.linkedin_url ?? ''
  const parts = [
    folded(values.first_name),
    folded(values.last_name),
    folded(values.organization),
    own
      .toLowerCase()
      .replace(/^https?:\/\/(www\.)?/, '')
      .replace(/\/$/, ''),
  ]
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

function folded(text: string | null): string {
  const plain = text?.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() ?? ''
  return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

function emailOf(text: string | null): string | null {
  return text !== null && EMAIL.test(text) ? text : null
}

/** The telephone number. A foreign number or one with an extension is kept; other text is dropped. */
function phoneOf(text: string | null): string | null {
  if (text === null) return null
  const isNumber = /^\+?[\d\s().\-/]{7,}((x|ext\.?)\s*\d+)?$/i.test(text)
  return phoneNumber(text) ?? (isNumber ? text : null)
}
