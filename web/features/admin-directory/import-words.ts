import type { AdminImport } from '#api/contract/admin-imports.ts'
import type { ImportCounts, ImportFormatName, ImportState } from '#db/schema/directory-imports.ts'
import { formatCount } from '#web/lib/format.ts'

/** Name and description of each file format. */
export const FORMATS: Record<ImportFormatName, { label: string; hint: string }> = {
  nppes: {
    label: 'NPPES registry',
    hint: 'The US provider registry’s monthly or weekly file. Brings people and updates its own.',
  },
  dac: {
    label: 'Doctors and Clinicians',
    hint: 'The CMS file. Adds schools, employers and missing specialties to people who are there.',
  },
  deactivated: {
    label: 'Deactivated NPIs',
    hint: 'The registry’s report. Takes people out, and keeps them out.',
  },
  csv: {
    label: 'List of professionals',
    hint: 'People by the columns Contactfirstname, Contactlastname, Companyname and so on.',
  },
}

/** The names of sources. */
export const SOURCES: Record<string, string> = {
  ...{ nppes: 'NPPES registry', dac: 'Doctors and Clinicians', csv: 'Lists of professionals' },
  ...{ submission: 'Resumes sent in', synthetic: 'Made up for development' },
}

/** Each state's name and hue. */
export const STATES: Record<ImportState, { label: string; hue: string }> = {
  uploading: { label: 'Upload stopped', hue: 'default' },
  ready: { label: 'Ready', hue: 'therapist' },
  checking: { label: 'Checking', hue: 'physician' },
  importing: { label: 'Importing', hue: 'physician' },
  done: { label: 'Done', hue: 'pharmacist' },
  failed: { label: 'Failed', hue: 'surgeon' },
  cancelled: { label: 'Cancelled', hue: 'default' },
  broken_off: { label: 'Broken off', hue: 'surgeon' },
}

/** Whether an import is running, so that the screen polls it. */
export function isRunning({ state }: AdminImport): boolean {
  return state === 'checking' || state === 'importing'
}

/** "12.4 MB": sizes as in a file manager. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB'] as const
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}

/** Progress in per cent: "62 %". */
export function percentOf(done: number, total: number): number {
  return total === 0 ? 0 : Math.floor((100 * done) / total)
}

/** An import's counts, the most important of its format first; rare ones are left out at zero. */
export function countLines(counts: ImportCounts): { label: string; value: string }[] {
  const rare = [
    ['Removed', counts.removed],
    ['Not in the directory', counts.absent],
    ['Removed on request', counts.suppressed],
    ...Object.entries(counts.skipped).map(([reason, count]) => [`Skipped: ${reason}`, count]),
  ] as [string, number][]
  const lines: [string, number][] = [
    ['Rows read', counts.read],
    ['New', counts.new],
    ['Changed', counts.changed],
    ['Unchanged', counts.unchanged],
    ...rare.filter(([, count]) => count > 0),
    ['Rejected', counts.rejected],
  ]
  return lines.map(([label, count]) => ({ label, value: formatCount(count) }))
}

const FIELDS: Record<string, string> = {
  ...{ first_name: 'First name', middle_name: 'Middle name', last_name: 'Last name' },
  ...{ title_level: 'Level', job_function: 'Function', organization: 'Company' },
  ...{ linkedin_url: 'LinkedIn page', source_updated_at: 'Record of', office_zip: 'Office ZIP' },
  ...{
    phone: 'Mobile phone',
    personal_email: 'Personal email',
    work_email: 'Work email',
    direct_phone: 'Direct line',
  },
  ...{ reactivated_on: 'Reactivated on' },
}

/** The label of a column or a kind of contact. */
export function fieldLabel(field: string): string {
  const words = field.replaceAll('_', ' ')
  return FIELDS[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
