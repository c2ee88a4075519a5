import type { CandidateRow } from '#db/schema/candidates.ts'
import { linkedInAddress } from '#db/schema/linkedin-address.ts'
import { cleanCount, cleanSkills, cleanText } from './clean.ts'
import { parseEducation } from './education.ts'

const TEXT_FIELDS = [
  'first_name',
  'middle_name',
  'last_name',
  'credential',
  'title',
  'title_level',
  'job_function',
  'specialty',
  'organization',
  'company_size',
  'company_industry',
  'company_revenue',
  'company_domain',
  'company_start_date',
  'city',
  'state',
  'country',
  'office_city',
  'office_state',
  'office_zip',
  'linkedin_url',
  'gender',
] as const satisfies readonly (keyof CandidateRow)[]

/** The columns of a candidate that sources fill. */
export const CANDIDATE_FIELDS = [
  'npi',
  ...TEXT_FIELDS,
  'connections',
  'skills',
  'education',
] as const satisfies readonly (keyof CandidateRow)[]

type CandidateField = (typeof CANDIDATE_FIELDS)[number]

/** A professional as a source writes it: text only, with stray blanks and "null". */
export type SourceRecord = Partial<Record<CandidateField, string | null>>

/** A professional in the directory's form, without the directory's own columns. */
export type CandidateFields = Pick<CandidateRow, CandidateField>

/** Converts a source's record to the directory's form. Missing fields become null. */
export function cleanCandidate(source: SourceRecord): CandidateFields {
  const text = {} as Record<(typeof TEXT_FIELDS)[number], string | null>
  for (const field of TEXT_FIELDS) text[field] = cleanText(source[field])
  const npi = cleanText(source.npi)
  return {
    ...text,
    linkedin_url: linkedInAddress(text.linkedin_url ?? '') || null,
    npi: npi !== null && /^\d{10}$/.test(npi) ? npi : null,
    connections: cleanCount(source.connections),
    skills: cleanSkills(source.skills),
    education: parseEducation(source.education),
  }
}
