import { cleanText } from './clean.ts'
import { normalizeCredential } from './credential.ts'
import { findColumns } from './find-columns.ts'
import type { ImportFormat, ImportRecord, RowOutcome, RowReader } from './format.ts'
import { professionOfMedicareSpecialty } from './medicare-specialties.ts'
import { memo } from './memo.ts'
import { organizationCase } from './name-case.ts'

/** The columns, each with its names over the years. */
const COLUMNS = {
  npi: ['NPI'],
  specialty: ['pri_spec', 'Primary specialty'],
  credential: ['Cred', 'Credential'],
  school: ['Med_sch', 'Medical school name'],
  year: ['Grd_yr', 'Graduation year'],
  organization: ['Facility Name', 'org_nm', 'Organization legal name'],
  hospital: ['hosp_afl_lbn_1', 'Hospital affiliation LBN 1'],
} as const

const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

/** The file's placeholders for an unnamed school. */
const NO_SCHOOL = /^(other|unknown|none)$/i

/** Degrees that schools award, in contrast to later credentials. */
const SCHOOL_DEGREES = new Set([
  'MD',
  'DO',
  'DDS',
  'DMD',
  'DPM',
  'OD',
  'DC',
  'PharmD',
  'AuD',
  'DPT',
])

const YEARS = { first: 1930, last: 2100 }

/**
 * The CMS "Doctors and Clinicians" file (formerly Physician Compare), with one row per practice
 * address: it adds school and employer to people of the registry, and a specialty to those without
 * one.
 * @param specialtyNames names of specialties by code that replace the built-in ones
 */
export function dac(specialtyNames: ReadonlyMap<string, string> = new Map()): ImportFormat {
  return {
    source: 'dac',
    effect: 'enrich',
    hasSourceKeys: false,
    columns: {
      education: 'known',
      organization: 'known',
      specialty: 'fill',
      title: 'derived',
      job_function: 'derived',
    },
    contacts: {},
    open: (header) => new DacReader(header, specialtyNames),
  }
}

class DacReader implements RowReader {
  readonly positions: readonly number[]
  private unknownSpecialties = 0

  constructor(
    header: readonly string[],
    private readonly specialtyNames: ReadonlyMap<string, string>,
  ) {
    const found = findColumns(header, COLUMNS, {
      kind: 'a Doctors and Clinicians file',
      required: ['npi', 'specialty'],
    })
    this.positions = COLUMN_NAMES.map((name) => found[name])
  }

  read(values: readonly string[]): RowOutcome {
    const [npi, ...rest] = values.map((value) => cleanText(value))
    if (!npi || !/^\d{10}$/.test(npi)) {
      return { kind: 'rejected', reason: 'the NPI is not ten digits' }
    }
    return { kind: 'record', record: this.record(npi, rest) }
  }

  remarks(): Record<string, number> {
    return { 'rows with an unknown specialty': this.unknownSpecialties }
  }

  private record(npi: string, values: (string | null)[]): ImportRecord {
    const [specialty, credential, school, year, organization, hospital] = values
    const profession = specialty ? professionOfMedicareSpecialty(specialty) : undefined
    if (specialty && !profession) this.unknownSpecialties++
    const employer = organization ?? hospital
    return {
      npi,
      fields: {
        education: educationOf(school ?? null, year ?? null, credential ?? null),
        organization: employer ? organizationName(employer) : null,
        specialty: this.specialtyNames.get(profession?.code ?? '') ?? profession?.specialty ?? null,
        title: profession?.title ?? null,
        job_function: profession?.jobFunction ?? null,
      },
      contacts: {},
    }
  }
}

const organizationName = memo(organizationCase)

/** The directory's education as JSON; a year without a school is dropped. */
function educationOf(
  school: string | null,
  year: string | null,
  credential: string | null,
): string | null {
  if (school === null || NO_SCHOOL.test(school)) return null
  const letters = normalizeCredential(credential)
  const degree = letters !== null && SCHOOL_DEGREES.has(letters) ? letters : null
  const number = Number(year)
  const isYear = Number.isInteger(number) && number >= YEARS.first && number <= YEARS.last
  return JSON.stringify([
    { school: organizationName(school), degree, year: isYear ? number : null },
  ])
}
