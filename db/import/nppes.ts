import { cleanText } from './clean.ts'
import { normalizeCredential } from './credential.ts'
import { UnreadableFileError } from './csv.ts'
import type { ImportFormat, ImportRecord, RowOutcome, RowReader } from './format.ts'
import { nameCase, placeCase } from './name-case.ts'
import { type Profession, professionOfTaxonomy } from './specialties.ts'
import { countryName, dateOf, phoneNumber, postalCode, regionCode } from './us-fields.ts'

/** Columns by what they hold; of several names the first that the file has counts. */
const COLUMNS = {
  npi: ['NPI'],
  entityType: ['Entity Type Code'],
  lastName: ['Provider Last Name (Legal Name)'],
  firstName: ['Provider First Name'],
  middleName: ['Provider Middle Name'],
  suffix: ['Provider Name Suffix Text'],
  credential: ['Provider Credential Text'],
  city: ['Provider Business Practice Location Address City Name'],
  state: ['Provider Business Practice Location Address State Name'],
  zip: ['Provider Business Practice Location Address Postal Code'],
  country: ['Provider Business Practice Location Address Country Code (If outside U.S.)'],
  phone: ['Provider Business Practice Location Address Telephone Number'],
  mailCity: ['Provider Business Mailing Address City Name'],
  mailState: ['Provider Business Mailing Address State Name'],
  mailZip: ['Provider Business Mailing Address Postal Code'],
  mailCountry: ['Provider Business Mailing Address Country Code (If outside U.S.)'],
  mailPhone: ['Provider Business Mailing Address Telephone Number'],
  updated: ['Last Update Date'],
  sex: ['Provider Sex Code', 'Provider Gender Code'],
} as const

type ColumnName = keyof typeof COLUMNS
const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[]
const PLACES = new Map(COLUMN_NAMES.map((name, place) => [name, place]))

/** A provider may hold up to this many taxonomy codes; one is switched to be the primary. */
const TAXONOMY_SLOTS = 15
const TAXONOMY_CODE = 'Healthcare Provider Taxonomy Code_'
const TAXONOMY_SWITCH = 'Healthcare Provider Primary Taxonomy Switch_'

const GENDERS: Record<string, string> = { F: 'Female', M: 'Male', X: 'Nonbinary' }

/**
 * The monthly and weekly files of the US national provider registry. People only; no check of the
 * NPI's check digit, because the registry is where these numbers are given out.
 */
export const nppes: ImportFormat = {
  source: 'nppes',
  columns: [
    'first_name',
    'middle_name',
    'last_name',
    'credential',
    'specialty',
    'city',
    'state',
    'country',
    'office_city',
    'office_state',
    'office_zip',
    'gender',
    'source_updated_at',
  ],
  derivedColumns: ['title', 'job_function'],
  contactKinds: ['phone'],
  open: (header) => new NppesReader(header),
}

class NppesReader implements RowReader {
  readonly positions: readonly number[]
  private readonly firstTaxonomy: number
  private unknownTaxonomies = 0

  constructor(header: readonly string[]) {
    const positions = COLUMN_NAMES.map((name) => findColumn(header, COLUMNS[name]))
    this.firstTaxonomy = positions.length
    for (let slot = 1; slot <= TAXONOMY_SLOTS; slot++) {
      positions.push(findColumn(header, [`${TAXONOMY_CODE}${slot}`]))
      positions.push(findColumn(header, [`${TAXONOMY_SWITCH}${slot}`]))
    }
    this.positions = positions
  }

  read(values: readonly string[]): RowOutcome {
    const get = (name: ColumnName) => cleanText(values[PLACES.get(name) ?? -1])
    const npi = get('npi')
    if (npi === null || !/^\d{10}$/.test(npi))
      return { kind: 'rejected', reason: 'the NPI is not ten digits' }
    const entityType = get('entityType')
    // All that is left of a deactivated provider is the number and dates.
    if (entityType === null) return { kind: 'skipped', reason: 'deactivated' }
    if (entityType === '2') return { kind: 'skipped', reason: 'organizations' }
    if (entityType !== '1')
      return { kind: 'rejected', reason: `unknown entity type "${entityType}"` }
    if (get('lastName') === null && get('firstName') === null)
      return { kind: 'rejected', reason: 'no name' }
    return { kind: 'record', record: this.record(npi, get, values) }
  }

  remarks(): Record<string, number> {
    return { 'without a known specialty': this.unknownTaxonomies }
  }

  private record(
    npi: string,
    get: (name: ColumnName) => string | null,
    values: readonly string[],
  ): ImportRecord {
    const place = placeOf(get)
    const profession = this.profession(values)
    return {
      npi,
      fields: {
        first_name: cased(get('firstName'), nameCase),
        middle_name: cased(get('middleName'), nameCase),
        last_name: lastName(get('lastName'), get('suffix')),
        credential: normalizeCredential(get('credential')),
        title: profession?.title ?? null,
        job_function: profession?.jobFunction ?? null,
        specialty: profession?.specialty ?? null,
        city: place.city,
        state: place.state,
        country: place.country,
        office_city: place.city,
        office_state: place.state,
        office_zip: place.zip,
        gender: GENDERS[get('sex') ?? ''] ?? null,
        source_updated_at: dateOf(get('updated')),
      },
      contacts: { phone: phoneNumber(get('phone')) ?? phoneNumber(get('mailPhone')) },
    }
  }

  /** By the code switched to primary; by the first where none is. */
  private profession(values: readonly string[]): Profession | undefined {
    let primary = this.firstTaxonomy
    for (let slot = 0; slot < TAXONOMY_SLOTS; slot++) {
      const at = this.firstTaxonomy + slot * 2
      if (values[at + 1] !== 'Y') continue
      primary = at
      break
    }
    const code = cleanText(values[primary])
    const profession = code === null ? undefined : professionOfTaxonomy(code)
    if (!profession) this.unknownTaxonomies++
    return profession
  }
}

function findColumn(header: readonly string[], names: readonly string[]): number {
  for (const name of names) {
    const position = header.indexOf(name)
    if (position !== -1) return position
  }
  throw new UnreadableFileError(`It is not an NPPES file: there is no column "${names[0]}".`)
}

/** Where one practices; where mail goes if that is all that is known. */
function placeOf(get: (name: ColumnName) => string | null) {
  const isKnown = get('city') !== null || get('state') !== null
  const [city, state, zip, country] = isKnown
    ? [get('city'), get('state'), get('zip'), get('country')]
    : [get('mailCity'), get('mailState'), get('mailZip'), get('mailCountry')]
  const isNowhere = city === null && state === null
  return {
    city: cased(city, placeCase),
    state: regionCode(state),
    zip: postalCode(zip),
    // The registry leaves the country of a US address out.
    country: countryName(country) ?? (isNowhere ? null : 'United States'),
  }
}

function lastName(name: string | null, suffix: string | null): string | null {
  if (name === null) return null
  return nameCase(suffix === null ? name : `${name} ${suffix}`)
}

function cased(text: string | null, toCase: (text: string) => string): string | null {
  return text === null ? null : toCase(text)
}
