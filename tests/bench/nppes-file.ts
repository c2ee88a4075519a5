import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fakeNpi } from '#db/generate/npi.ts'
import { type GeneratedPerson, generatePeople } from '#db/generate/people.ts'
import { type NppesRow, nppesFile } from '#db/import/nppes-fixture.ts'

const SEED = 3
const ROWS_A_CHUNK = 500
/** Further rows repeat these under other numbers: making a person up takes longer than the import. */
const DISTINCT_ROWS = 200_000
/** Ten digits in quotes. */
const NPI_VALUE_LENGTH = 12
/** About one row in five of the registry is an organization, and one in 28 a deactivated stub. */
const ORGANIZATION_EVERY = 5
const STUB_EVERY = 28

const TAXONOMIES = [
  '207R00000X',
  '207Q00000X',
  '363LF0000X',
  '163W00000X',
  '225100000X',
  '122300000X',
]

/** Writes a file in the registry's format with invented people, all 330 columns wide. */
export async function writeNppesFile(path: string, rows: number): Promise<void> {
  const partial = `${path}.partial`
  await pipeline(Readable.from(chunks(rows)), createWriteStream(partial))
  await rename(partial, path)
}

function* chunks(rows: number): Generator<string> {
  const distinct = Math.min(rows, DISTINCT_ROWS)
  // Rows without their NPI, which comes first.
  const kept: string[] = []
  let chunk: NppesRow[] = []
  let isFirst = true
  const text = () => {
    const [header, ...lines] = nppesFile(chunk).trimEnd().split('\n')
    if (rows > distinct) kept.push(...lines.map((line) => line.slice(NPI_VALUE_LENGTH)))
    if (isFirst && header !== undefined) lines.unshift(header)
    chunk = []
    isFirst = false
    return `${lines.join('\n')}\n`
  }
  let index = 0
  for (const person of generatePeople({ people: distinct, seed: SEED })) {
    chunk.push(rowOf(person, index))
    index += 1
    if (chunk.length === ROWS_A_CHUNK) yield text()
  }
  if (chunk.length > 0) yield text()
  while (index < rows) {
    let more = ''
    for (let i = 0; i < ROWS_A_CHUNK && index < rows; i++, index++) {
      more += `"${npiOf(index)}"${kept[index % distinct]}\n`
    }
    yield more
  }
}

const npiOf = (index: number) => fakeNpi(index + 1)

function rowOf({ candidate, contacts }: GeneratedPerson, index: number): NppesRow {
  const npi = npiOf(index)
  if (index % STUB_EVERY === 0) return { NPI: npi, 'NPI Deactivation Date': '01/15/2024' }
  const isOrganization = index % ORGANIZATION_EVERY === 0
  const phone = contacts.find(({ kind }) => kind === 'phone')?.value.replace(/\D/g, '') ?? ''
  const place = {
    'City Name': upper(candidate.city),
    'State Name': candidate.state ?? '',
    'Postal Code': `${candidate.office_zip ?? '00501'}1234`,
    'Country Code (If outside U.S.)': 'US',
    'Telephone Number': phone,
  }
  return {
    NPI: npi,
    'Entity Type Code': isOrganization ? '2' : '1',
    'Provider Organization Name (Legal Business Name)': isOrganization
      ? upper(candidate.organization)
      : '',
    'Provider Last Name (Legal Name)': isOrganization ? '' : upper(candidate.last_name) || 'NONAME',
    'Provider First Name': isOrganization ? '' : upper(candidate.first_name),
    'Provider Middle Name': upper(candidate.middle_name),
    'Provider Credential Text': candidate.credential ?? '',
    ...address('Mailing', index, place),
    ...address('Practice Location', index, place),
    'Provider Enumeration Date': '06/05/2008',
    'Last Update Date': '03/01/2024',
    'Provider Sex Code': index % 3 === 0 ? 'M' : 'F',
    'Healthcare Provider Taxonomy Code_1': TAXONOMIES[index % TAXONOMIES.length] ?? '',
    'Provider License Number_1': String(100_000 + index),
    'Provider License Number State Code_1': candidate.state ?? '',
    'Healthcare Provider Primary Taxonomy Switch_1': 'Y',
    'Is Sole Proprietor': 'N',
  }
}

function address(kind: string, index: number, place: Record<string, string>): NppesRow {
  const fields = Object.entries(place).map(([field, value]) => [
    `Provider Business ${kind} Address ${field}`,
    value,
  ])
  return {
    [`Provider First Line Business ${kind} Address`]: `${1 + (index % 9999)} MAIN ST`,
    ...Object.fromEntries(fields),
  }
}

function upper(text: string | null): string {
  return (text ?? '').toUpperCase()
}
