import type { Reading } from '#api/contract/search.ts'
import { type DirectoryPerson, directoryOf } from '#tests/support/directory-of.ts'
import { understand } from './understand.ts'

/** Some people with each property that the understanding distinguishes. */
export const PEOPLE: DirectoryPerson[] = [
  person('Jane Nelson', 'Cardiologist', 'Cardiovascular Disease', 'Houston', 'TX', 'MD'),
  person('John Nelson', 'Registered Nurse', 'Registered Nurse', 'Houston', 'TX', 'RN, BSN'),
  person('Sam Houston', 'Pediatrician', 'Pediatrics', 'Portland', 'OR', 'MD'),
  person('Ana Law', 'Obstetrician-Gynecologist', 'OBGYN', 'Portland', 'ME', 'DO'),
  person('Lee Young', 'Director of Nursing', 'Registered Nurse', 'New York', 'NY', 'RN'),
  person(
    'Denise Washington',
    'Physician Assistant',
    'Physician Assistant',
    'Ontario',
    'CA',
    'PA-C',
  ),
  person('Kim Ortiz', 'Nurse Practitioner', 'Nurse Practitioner', 'Philadelphia', 'PA', 'FNP-C'),
  person('Max Rivera', 'Pharmacist', 'Pharmacist', 'Washington', 'DC', 'PharmD'),
  person('Mia Stone', 'Nurse Manager', 'Registered Nurse', 'St. Louis', 'MO', 'RN, XYZ'),
  person('Ben Woods', 'Dentist', 'Dentistry', 'Boise', 'ID', 'DDS'),
]
PEOPLE.push({ ...PEOPLE[1], organization: 'Bright Harbor Medical Group', npi: '1234567893' })
PEOPLE.push({ ...PEOPLE[1], organization: 'Houston General Hospital', skills: ['Wound Care'] })
PEOPLE.push({ ...PEOPLE[8], last_name: 'French', office_zip: '77030-1234', skills: ['Bilingual'] })
PEOPLE.push({ ...PEOPLE[8], last_name: 'Hale', office_zip: 'K1A 0B1' })
export const directory = directoryOf(PEOPLE)
export const withMobile = directoryOf([...PEOPLE, { city: 'Mobile', state: 'AL' }])

function person(
  name: string,
  title: string,
  specialty: string,
  city: string,
  state: string,
  credential: string,
): DirectoryPerson {
  const [first_name = '', last_name = ''] = name.split(' ')
  return { first_name, last_name, title, specialty, city, state, credential }
}

/** Readings in short form: `kind value`, with their flags. */
export function read(text: string): string[] {
  return understand(text, directory).interpretation.map(short)
}

/** One reading in short form. */
export function short({ kind, values, isExcluded, group, corrected }: Reading): string {
  const marks = [
    isExcluded ? 'not' : '',
    group === undefined ? '' : `either${group}`,
    corrected === undefined ? '' : `~${corrected}`,
  ]
  return [...marks, kind, values[0]].filter((part) => part !== '' && part !== undefined).join(' ')
}

/** The clauses for the engines. */
export const asked = (text: string) =>
  understand(text, directory).clauses.map(({ anyOf, isExcluded }) => [
    isExcluded ? 'none of' : 'any of',
    ...anyOf.map(({ field, how, value }) => `${field} ${how} ${value}`),
  ])
