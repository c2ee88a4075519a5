import { cleanText } from './clean.ts'
import { findColumns } from './columns.ts'
import { normalizeCredential } from './credential.ts'
import type { ImportFormat, ImportRecord, RowOutcome, RowReader } from './format.ts'
import { memo } from './memo.ts'
import { nameCase, placeCase } from './name-case.ts'
import { type Profession, professionOfTaxonomy } from './specialties.ts'
import { countryName, dateOf, phoneNumber, postalCode, regionCode } from './us-fields.ts'

/** Columns by what they hold, and the names they have had. */
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
const PLACES = Object.fromEntries(COLUMN_NAMES.map((name, place) => [name, place])) as Record<
  ColumnName,
  number
>

/** A provider may hold up to this many taxonomy codes; one is switched to be the primary. */
const TAXONOMY_SLOTS = 15
const TAXONOMY_CODE = 'Healthcare Provider Taxonomy Code_'
const TAXONOMY_SWITCH = 'Healthcare Provider Primary Taxonomy Switch_'

const FIRST_TAXONOMY = COLUMN_NAMES.length

const KIND = 'an NPPES file'
const REQUIRED = COLUMN_NAMES

const GENDERS: Record<string, string> = { F: 'Female', M: 'Male', X: 'Nonbinary' }

/**
 * The monthly and weekly files of the US national provider registry. People only; no check of the
 * NPI's check digit, because the registry is where these numbers are given out.
 * @param specialtyNames what to call specialties by their code, where not by the built-in name
 */
export function nppes(specialtyNames: ReadonlyMap<string, string> = new Map()): ImportFormat {
  return {
    source: 'nppes',
    effect: 'merge',
    hasSourceKeys: false,
    columns: {
      first_name: 'own',
      middle_name: 'own',
      last_name: 'own',
      credential: 'own',
      // A provider may have no code here and a specialty in another file.
      specialty: 'known',
      city: 'own',
      state: 'own',
      country: 'own',
      office_city: 'own',
      office_state: 'own',
      office_zip: 'own',
      gender: 'own',
      source_updated_at: 'own',
      title: 'derived',
      job_function: 'derived',
    },
    contacts: { phone: 'own' },
    open: (header) => new NppesReader(header, specialtyNames),
  }
}

class NppesReader implements RowReader {
  readonly positions: readonly number[]
  private withoutTaxonomy = 0
  private unknownTaxonomies = 0

  constructor(
    header: readonly string[],
    private readonly specialtyNames: ReadonlyMap<string, string>,
  ) {
    const found = findColumns(header, COLUMNS, { kind: KIND, required: REQUIRED })
    const positions = COLUMN_NAMES.map((name) => found[name])
    for (let slot = 1; slot <= TAXONOMY_SLOTS; slot++) {
      const taxonomy = { code: [`${TAXONOMY_CODE}${slot}`], primary: [`${TAXONOMY_SWITCH}${slot}`] }
      const { code, primary } = findColumns(header, taxonomy, {
        kind: KIND,
        required: ['code', 'primary'],
      })
      positions.push(code, primary)
    }
    this.positions = positions
  }

  read(values: readonly string[]): RowOutcome {
    const get = (name: ColumnName) => cleanText(values[PLACES[name]])
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
    return {
      'without a taxonomy code': this.withoutTaxonomy,
      'with a taxonomy code of unknown family': this.unknownTaxonomies,
    }
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
        first_name: cased(get('firstName'), personName),
        middle_name: cased(get('middleName'), personName),
        last_name: lastName(get('lastName'), get('suffix')),
        credential: credentialOf(get('credential') ?? ''),
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
    let primary = FIRST_TAXONOMY
    for (let slot = 0; slot < TAXONOMY_SLOTS; slot++) {
      const at = FIRST_TAXONOMY + slot * 2
      if (values[at + 1] !== 'Y') continue
      primary = at
      break
    }
    const code = cleanText(values[primary])
    if (code === null) {
      this.withoutTaxonomy++
      return undefined
    }
    const profession = professionOfTaxonomy(code)
    if (!profession) this.unknownTaxonomies++
    const specialty = this.specialtyNames.get(code)
    return profession && specialty !== undefined ? { ...profession, specialty } : profession
  }
}

/** Where one practices; where mail goes if that is all that is known. */
function placeOf(get: (name: ColumnName) => string | null) {
  const isKnown = get('city') !== null || get('state') !== null
  const [city, state, zip, country] = isKnown
    ? [get('city'), get('state'), get('zip'), get('country')]
    : [get('mailCity'), get('mailState'), get('mailZip'), get('mailCountry')]
  const isNowhere = city === null && state === null
  return {
    city: cased(city, placeName),
    state: regionCode(state),
    zip: postalCode(zip),
    // The registry leaves the country of a US address out.
    country: countryName(country) ?? (isNowhere ? null : 'United States'),
  }
}

const personName = memo(nameCase)
const placeName = memo(placeCase)
const credentialOf = memo(normalizeCredential)

function lastName(name: string | null, suffix: string | null): string | null {
  if (name === null) return null
  return personName(suffix === null ? name : `${name} ${suffix}`)
}

function cased(text: string | null, toCase: (text: string) => string): string | null {
  return text === null ? null : toCase(text)
}
