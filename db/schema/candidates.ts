import { z } from 'zod'
import { CONTACT_KINDS } from './vocabulary.ts'

/** A trigger sends a NOTIFY on this channel for each statement that deletes people. */
export const REMOVED_CHANNEL = 'candidates_removed'

/** One school. Only CMS data contains a graduation year. */
const educationEntry = z.object({
  school: z.string(),
  degree: z.string().nullable(),
  year: z.number().int().nullable(),
})
export type EducationEntry = z.infer<typeof educationEntry>

/**
 * A row of `candidates`: one professional, without contacts. A missing value is always null (or an
 * empty array), never an empty string or the word "null": importers clean the values they read.
 */
export const candidateRow = z.object({
  id: z.uuid(),
  /** The position in the search index; assigned once, in order of arrival, and never reused. */
  ordinal: z.number().int(),
  npi: z.string().length(10).nullable(),
  /** The source's key of a person without an NPI; null for all others. */
  source_key: z.string().nullable(),
  first_name: z.string().nullable(),
  middle_name: z.string().nullable(),
  last_name: z.string().nullable(),
  /** Credentials, as written: "MD", "RN, BSN". */
  credential: z.string().nullable(),
  title: z.string().nullable(),
  title_level: z.string().nullable(),
  job_function: z.string().nullable(),
  specialty: z.string().nullable(),
  organization: z.string().nullable(),
  company_size: z.string().nullable(),
  company_industry: z.string().nullable(),
  company_revenue: z.string().nullable(),
  company_domain: z.string().nullable(),
  company_start_date: z.string().nullable(),
  city: z.string().nullable(),
  /** The two-letter code of a state or province. */
  state: z.string().nullable(),
  country: z.string().nullable(),
  office_city: z.string().nullable(),
  office_state: z.string().nullable(),
  office_zip: z.string().nullable(),
  linkedin_url: z.string().nullable(),
  connections: z.number().int().nullable(),
  gender: z.string().nullable(),
  skills: z.array(z.string()),
  /** The entries, or the source's own text if it could not be parsed. */
  education: z.union([z.array(educationEntry), z.string()]).nullable(),
  /** Where the row comes from: "synthetic", "nppes", "csv", "submission" … */
  source: z.string(),
  /** When the source last changed it. */
  source_updated_at: z.date().nullable(),
  /** When the registry last reactivated the NPI. */
  reactivated_on: z.date().nullable(),
  updated_at: z.date(),
  /** The transaction that last wrote the row, as decimal text; the search index follows it. */
  changed_xid: z.string(),
})
export type CandidateRow = z.infer<typeof candidateRow>

/** A known contact: its kind, age and source, never its value. */
export const contactKnown = z.object({
  kind: z.enum(CONTACT_KINDS),
  /** When the value was last checked. */
  verified_at: z.iso.datetime().nullable(),
  /** Where the value comes from. */
  source: z.string(),
  /**
   * When the source last changed its record of the person; present only if the value is from that
   * source and was never checked.
   */
  listed_at: z.iso.datetime().optional(),
  /**
   * Identifies the value without revealing it; missing in what a device stored with an older
   * release.
   */
  value_id: z.number().int().optional(),
  /** Whether two independent accounts reported the value wrong. */
  is_disputed: z.literal(true).optional(),
})
export type ContactKnown = z.infer<typeof contactKnown>

/** The most people whose names one request returns. */
export const NAMED_AT_ONCE_MAX = 100
