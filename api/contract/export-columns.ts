import type { EducationEntry } from '#db/schema/candidates.ts'
import type { RevealedContact } from '#db/schema/contact-reveal.ts'
import { linkedInAddress } from '#db/schema/linkedin-address.ts'
import type { ContactKind } from '#db/schema/vocabulary.ts'
import type { Candidate } from './candidates.ts'
import type { ExportAllowance } from './export-allowance.ts'

/**
 * The columns of an export, for the file and for the screen that offers them. They are plain data
 * and functions, so that the browser does not load a validator for them.
 */

/** The most people per PDF, which is for printing and reading. A spreadsheet may hold more. */
export const EXPORT_PDF_PEOPLE_MAX = 1000

/** A person with everything that an export may contain. */
export type ExportedPerson = Omit<Candidate, 'contacts' | 'updated_at'> & {
  contacts: readonly RevealedContact[]
}

/** A column of an export. */
export interface ExportColumn {
  /** The key in a request. */
  key: string
  /** The column's header. */
  header: string
  /** Marks a part of the name, which becomes the heading in formats with headings. */
  isName?: true
  /** The kind of contact that it contains: a file with it is charged to the daily allowance. */
  contact?: ContactKind
  /** The cell's value. A number stays a number in a spreadsheet; null leaves the cell empty. */
  value(person: ExportedPerson): string | number | null
}

const contact = (kind: ContactKind) => ({
  contact: kind,
  value: ({ contacts }: ExportedPerson) =>
    contacts.find((known) => known.kind === kind)?.value ?? null,
})

/**
 * The day of the verification in a form that spreadsheets can sort, 2026-01-31; or the note that
 * two independent accounts reported the contact as wrong.
 */
const verified =
  (kind: ContactKind) =>
  ({ contacts }: ExportedPerson) => {
    const contact = contacts.find((known) => known.kind === kind)
    if (contact?.is_disputed) return 'reported wrong'
    return contact?.verified_at?.slice(0, 10) ?? null
  }

/** All columns, in their default order. */
export const EXPORT_COLUMNS = [
  { key: 'first_name', header: 'First name', isName: true, value: (p) => p.first_name },
  { key: 'middle_name', header: 'Middle name', isName: true, value: (p) => p.middle_name },
  { key: 'last_name', header: 'Last name', isName: true, value: (p) => p.last_name },
  { key: 'credential', header: 'Credentials', isName: true, value: (p) => p.credential },
  { key: 'title', header: 'Title', value: (p) => p.title },
  { key: 'title_level', header: 'Level', value: (p) => p.title_level },
  { key: 'job_function', header: 'Function', value: (p) => p.job_function },
  { key: 'specialty', header: 'Specialty', value: (p) => p.specialty },
  { key: 'organization', header: 'Organization', value: (p) => p.organization },
  { key: 'personal_email', header: 'Personal email', ...contact('personal_email') },
  {
    key: 'personal_email_verified',
    header: 'Personal email verified',
    value: verified('personal_email'),
  },
  { key: 'work_email', header: 'Work email', ...contact('work_email') },
  { key: 'work_email_verified', header: 'Work email verified', value: verified('work_email') },
  { key: 'phone', header: 'Mobile phone', ...contact('phone') },
  { key: 'phone_verified', header: 'Mobile phone verified', value: verified('phone') },
  { key: 'direct_phone', header: 'Direct line', ...contact('direct_phone') },
  { key: 'direct_phone_verified', header: 'Direct line verified', value: verified('direct_phone') },
  { key: 'city', header: 'City', value: (p) => p.city },
  { key: 'state', header: 'State', value: (p) => p.state },
  { key: 'country', header: 'Country', value: (p) => p.country },
  { key: 'office_city', header: 'Office city', value: (p) => p.office_city },
  { key: 'office_state', header: 'Office state', value: (p) => p.office_state },
  { key: 'office_zip', header: 'Office zip code', value: (p) => p.office_zip },
  // The value is checked here: a spreadsheet turns addresses into links, and a row may predate the
  // validation.
  {
    key: 'linkedin_url',
    header: 'LinkedIn',
    value: (p) => linkedInAddress(p.linkedin_url ?? '') || null,
  },
  { key: 'skills', header: 'Skills', value: (p) => p.skills.join(', ') || null },
  { key: 'education', header: 'Education', value: (p) => educationText(p.education) },
  { key: 'company_industry', header: 'Industry', value: (p) => p.company_industry },
  { key: 'company_size', header: 'Company size', value: (p) => p.company_size },
  { key: 'company_revenue', header: 'Revenue', value: (p) => p.company_revenue },
  { key: 'company_domain', header: 'Website', value: (p) => p.company_domain },
  { key: 'company_start_date', header: 'Company since', value: (p) => p.company_start_date },
  { key: 'npi', header: 'NPI', value: (p) => p.npi },
  { key: 'connections', header: 'Connections', value: (p) => p.connections },
] as const satisfies readonly ExportColumn[]

export type ExportColumnKey = (typeof EXPORT_COLUMNS)[number]['key']

/** The columns of these keys, deduplicated, in their order; all columns without keys. */
export function exportColumns(keys: readonly string[] | undefined): ExportColumn[] {
  if (keys === undefined) return [...EXPORT_COLUMNS]
  return [...new Set(keys)].flatMap(
    (key) => EXPORT_COLUMNS.find((column) => column.key === key) ?? [],
  )
}

/** The kinds of contacts in these columns. */
export function contactKindsOf(columns: readonly ExportColumn[]): ContactKind[] {
  return columns.flatMap(({ contact }) => contact ?? [])
}

/** The number of people in an export with such a contact, which is charged to the daily allowance. */
export function peopleWithContacts(
  holders: ExportAllowance['holders'],
  kinds: readonly ContactKind[],
): number {
  return holders
    .filter((holder) => holder.kinds.some((kind) => kinds.includes(kind)))
    .reduce((sum, { people }) => sum + people, 0)
}

/** A person's schools as one line of text; null when there are none. */
export function educationText(education: ExportedPerson['education']): string | null {
  if (education === null || typeof education === 'string') return education
  return education.map(schoolText).join('; ') || null
}

function schoolText({ school, degree, year }: EducationEntry): string {
  return [school, degree, year].filter((part) => part !== null && part !== '').join(', ')
}
