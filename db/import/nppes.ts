import { cleanText } from './clean.ts'
import { normalizeCredential } from './credential.ts'
import { findColumns } from './find-columns.ts'
import type { ImportFormat, ImportRecord, RowOutcome, RowReader } from './format.ts'
import { memo } from './memo.ts'
import { nameCase, placeCase } from './name-case.ts'
import { type Profession, professionOfTaxonomy } from './specialties.ts'
import { countryName, dateOf, phoneNumber, postalCode, regionCode } from './us-fields.ts'

/** The columns, each with its names over the years. */
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
  reactivated: ['NPI Reactivation Date'],
  sex: ['Provider Sex Code', 'Provider Gender Code'],
} as const

type ColumnName = keyof typeof COLUMNS
const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[]
const PLACES = Object.fromEntries(COLUMN_NAMES.map((name, place) => [name, place])) as Record<
  ColumnName,
  number
>

/** The columns of city, state, ZIP code and country of the two addresses. */
const PRACTICE = [PLACES.city, PLACES.state, PLACES.zip, PLACES.country]
const MAILING = [PLACES.mailCity, PLACES.mailState, PLACES.mailZip, PLACES.mailCountry]

/** The most taxonomy codes of a provider, one of which is marked as primary. */
const TAXONOMY_SLOTS = 15
const TAXONOMY_CODE = 'Healthcare Provider Taxonomy Code_'
const TAXONOMY_SWITCH = 'Healthcare Provider Primary Taxonomy Switch_'

const FIRST_TAXONOMY = COLUMN_NAMES.length

const KIND = 'an NPPES file'
const REQUIRED = COLUMN_NAMES

const GENDERS: Record<string, string> = { F: 'Female', M: 'Male', X: 'Nonbinary' }

/**
 * The monthly and weekly files of the US national provider registry. Only people are imported; the
 * check digits of NPIs are not verified, because the registry itself assigns them.
 *
 * The registry has two business addresses of a provider, each with a telephone number. City, state
 * and country are the practice location, because recruiters search by workplace. The office is the
 * mailing address if it is another place, else the practice location with its ZIP code. `phone` is
 * the practice's number, `direct_phone` the mailing address's when different. If only one of the
 * two is given, it serves as both.
 * @param specialtyNames names of specialties by code that replace the built-in ones
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
      // A provider may have no code here but a specialty in another file.
      specialty: 'known',
      city: 'own',
      state: 'own',
      country: 'own',
      office_city: 'own',
      office_state: 'own',
      office_zip: 'own',
      gender: 'own',
      source_updated_at: 'own',
      reactivated_on: 'own',
      title: 'derived',
      job_function: 'derived',
    },
    contacts: { phone: 'own', direct_phone: 'own' },
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
    const npi = values[PLACES.npi]?.trim() ?? ''
    if (!/^\d{10}$/.test(npi)) return { kind: 'rejected', reason: 'the NPI is not ten digits' }
    const entityType = cleanText(values[PLACES.entityType])
    // Of a deactivated provider, the file contains only the NPI and dates.
    if (entityType === null) return { kind: 'skipped', reason: 'deactivated' }
    if (entityType === '2') return { kind: 'skipped', reason: 'organizations' }
    if (entityType !== '1')
      return { kind: 'rejected', reason: `unknown entity type "${entityType}"` }
    const record = this.record(npi, values)
    return record ? { kind: 'record', record } : { kind: 'rejected', reason: 'no name' }
  }

  remarks(): Record<string, number> {
    return {
      'without a taxonomy code': this.withoutTaxonomy,
      'with a taxonomy code of unknown family': this.unknownTaxonomies,
    }
  }

  /** The record of a row; undefined for a person without a name. */
  private record(npi: string, values: readonly string[]): ImportRecord | undefined {
    const firstName = personName(valueAt(values, 'firstName'))
    const lastName = personName(suffixed(valueAt(values, 'lastName'), valueAt(values, 'suffix')))
    if (firstName === null && lastName === null) return undefined
    const { location, office } = placesOf(values)
    const phone = phoneNumber(valueAt(values, 'phone'))
    const mailPhone =
      valueAt(values, 'mailPhone') === valueAt(values, 'phone')
        ? phone
        : phoneNumber(valueAt(values, 'mailPhone'))
    const profession = this.profession(values)
    return {
      npi,
      fields: {
        first_name: firstName,
        middle_name: personName(valueAt(values, 'middleName')),
        last_name: lastName,
        credential: credentialOf(valueAt(values, 'credential')),
        title: profession?.title ?? null,
        job_function: profession?.jobFunction ?? null,
        specialty: profession?.specialty ?? null,
        city: location.city,
        state: location.state,
        country: location.country,
        office_city: office.city,
        office_state: office.state,
        office_zip: office.zip,
        gender: GENDERS[valueAt(values, 'sex').trim()] ?? null,
        source_updated_at: dayOf(valueAt(values, 'updated')),
        reactivated_on: dayOf(valueAt(values, 'reactivated')),
      },
      contacts: {
        phone: phone ?? mailPhone,
        direct_phone: phone === null || mailPhone === phone ? null : mailPhone,
      },
    }
  }

  /** The profession of the primary code, or of the first code when none is primary. */
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
    const profession = professionOfCode(code)
    if (!profession) this.unknownTaxonomies++
    const specialty = this.specialtyNames.get(code)
    return profession && specialty !== undefined ? { ...profession, specialty } : profession
  }
}

function valueAt(values: readonly string[], name: ColumnName): string {
  return values[PLACES[name]] ?? ''
}

interface Place {
  city: string | null
  state: string | null
  country: string | null
  zip: string | null
}

const NOWHERE: Place = { city: null, state: null, country: null, zip: null }

/** The practice location, and the office, which receives mail. */
function placesOf(values: readonly string[]): { location: Place; office: Place } {
  const practice = placeOf(values, PRACTICE)
  // Most providers have a single address.
  const isOne = PRACTICE.every((place, part) => values[place] === values[MAILING[part] ?? -1])
  const mailing = isOne ? practice : placeOf(values, MAILING)
  if (!practice || !mailing) {
    const only = practice ?? mailing ?? NOWHERE
    return { location: only, office: only }
  }
  const isElsewhere = mailing.city !== practice.city || mailing.state !== practice.state
  return { location: practice, office: isElsewhere ? mailing : practice }
}

/** The place; undefined without a city or a state. */
function placeOf(values: readonly string[], places: readonly number[]): Place | undefined {
  const [city = '', state = '', zip = '', country = ''] = places.map((place) => values[place])
  if (cleanText(city) === null && cleanText(state) === null) return undefined
  return {
    city: placeName(city),
    state: stateCode(state),
    // The registry omits the country of US addresses.
    country: countryNamed(country) ?? 'United States',
    zip: postalCode(cleanText(zip)),
  }
}

const personName = memo((text) => cased(cleanText(text), nameCase))
const placeName = memo((text) => cased(cleanText(text), placeCase))
const stateCode = memo((text) => regionCode(cleanText(text)))
const countryNamed = memo((text) => countryName(cleanText(text)))
const professionOfCode = memo(professionOfTaxonomy)
const dayOf = memo((text) => dateOf(cleanText(text)))
const credentialOf = memo((text) => normalizeCredential(cleanText(text)))

/** The name with its suffix; a suffix alone is not a name. */
function suffixed(name: string, suffix: string): string {
  return suffix === '' || cleanText(name) === null ? name : `${name} ${suffix}`
}

function cased(text: string | null, toCase: (text: string) => string): string | null {
  return text === null ? null : toCase(text)
}
