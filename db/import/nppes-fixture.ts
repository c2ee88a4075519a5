const ADDRESS_LINES = ['First Line', 'Second Line']

const FIELDS_OF_ADDRESS = [
  'City Name',
  'State Name',
  'Postal Code',
  'Country Code (If outside U.S.)',
  'Telephone Number',
  'Fax Number',
]

function addressColumns(kind: string): string[] {
  return [
    ...ADDRESS_LINES.map((line) => `Provider ${line} Business ${kind} Address`),
    ...FIELDS_OF_ADDRESS.map((field) => `Provider Business ${kind} Address ${field}`),
  ]
}

function numbered(count: number, columns: string[]): string[] {
  return Array.from({ length: count }, (_, i) =>
    columns.map((column) => `${column}_${i + 1}`),
  ).flat()
}

/** The header of the second version of the registry's files, column by column. */
const HEADER = [
  'NPI',
  'Entity Type Code',
  'Replacement NPI',
  'Employer Identification Number (EIN)',
  'Provider Organization Name (Legal Business Name)',
  'Provider Last Name (Legal Name)',
  'Provider First Name',
  'Provider Middle Name',
  'Provider Name Prefix Text',
  'Provider Name Suffix Text',
  'Provider Credential Text',
  'Provider Other Organization Name',
  'Provider Other Organization Name Type Code',
  'Provider Other Last Name',
  'Provider Other First Name',
  'Provider Other Middle Name',
  'Provider Other Name Prefix Text',
  'Provider Other Name Suffix Text',
  'Provider Other Credential Text',
  'Provider Other Last Name Type Code',
  ...addressColumns('Mailing'),
  ...addressColumns('Practice Location'),
  'Provider Enumeration Date',
  'Last Update Date',
  'NPI Deactivation Reason Code',
  'NPI Deactivation Date',
  'NPI Reactivation Date',
  'Provider Sex Code',
  'Authorized Official Last Name',
  'Authorized Official First Name',
  'Authorized Official Middle Name',
  'Authorized Official Title or Position',
  'Authorized Official Telephone Number',
  ...numbered(15, [
    'Healthcare Provider Taxonomy Code',
    'Provider License Number',
    'Provider License Number State Code',
    'Healthcare Provider Primary Taxonomy Switch',
  ]),
  ...numbered(50, [
    'Other Provider Identifier',
    'Other Provider Identifier Type Code',
    'Other Provider Identifier State',
    'Other Provider Identifier Issuer',
  ]),
  'Is Sole Proprietor',
  'Is Organization Subpart',
  'Parent Organization LBN',
  'Parent Organization TIN',
  'Authorized Official Name Prefix Text',
  'Authorized Official Name Suffix Text',
  'Authorized Official Credential Text',
  ...numbered(15, ['Healthcare Provider Taxonomy Group']),
  'Certification Date',
]

/** The values of a row by column name; others are empty. */
export type NppesRow = Record<string, string>

/** The text of a registry file with these rows, every value quoted as the registry does. */
export function nppesFile(
  rows: readonly NppesRow[],
  { reversed = false, extra = [] }: { reversed?: boolean; extra?: readonly string[] } = {},
): string {
  const columns = [...HEADER, ...extra]
  if (reversed) columns.reverse()
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  return lines.map((values) => `${values.map(quote).join(',')}\n`).join('')
}

function quote(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}
